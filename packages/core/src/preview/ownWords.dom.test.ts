import { afterEach, expect, test, vi } from 'vitest'
import { sendTransfer } from '../actions/send.js'
import { signTypedData } from '../actions/sign.js'
import { answer } from '../attempt/answer.js'
import { sendCalls } from '../calls/sendCalls.js'
import type { FamilyActions } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import type { Foyer } from '../foyer.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'

// Two connectors of one family: one whose wallet says every request in words of its own, and one whose wallet doesn't.

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function kitOfTwo() {
  const asked: string[] = []
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    async sendTransfer({ wallet }) {
      asked.push(wallet.account.address)
      return { hash: '0x1' }
    },
    async sendCalls({ wallet }) {
      asked.push(wallet.account.address)
      return { id: '0x2' }
    },
    async signTypedData({ wallet }) {
      asked.push(wallet.account.address)
      return { signature: '0x3' }
    },
    waitForTransaction: async ({ hash }) => ({ hash, status: 'success' }),
  }
  const accounts = (address: string) => [{ namespace: 'eip155', address, type: 'eoa' }] as const
  const kit = fakeKit({
    connectors: [
      fakeConnector({ id: 'wordless', accounts: accounts('0xA') }),
      fakeConnector({ id: 'wordy', accounts: accounts('0xB'), showsWords: true }),
    ],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
    features: { preview: true },
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  return { ...kit, asked }
}

const ways = {
  sendTransfer: (foyer: Foyer) => sendTransfer(foyer, { to: '0xC', amount: 1n }),
  sendCalls: (foyer: Foyer) => sendCalls(foyer, { calls: [{ to: '0xC' }] }),
  signTypedData: (foyer: Foyer) => signTypedData(foyer, { typedData: {} }),
} as const

test.each(['sendTransfer', 'sendCalls', 'signTypedData'] as const)(
  '%s is shown first where the wallet says nothing itself, and asked for at once where its connector says that it does',
  async (way) => {
    const { foyer, asked } = kitOfTwo()
    await foyer.connect({ connectorId: 'wordy' })
    await ways[way](foyer)
    expect(asked).toEqual(['0xB'])
    expect(foyer.store.getState().view.open).toBe(false)
    await foyer.connect({ connectorId: 'wordless' })
    const sent = ways[way](foyer)
    const previewing = () =>
      Object.values(foyer.store.getState().connection.attempts).find((each) => each?.step.type === 'preview')
    await vi.waitUntil(previewing, { interval: 1 })
    expect(asked).toEqual(['0xB'])
    answer(foyer, { attemptId: previewing()?.id ?? 0, approved: true })
    await sent
    expect(asked).toEqual(['0xB', '0xA'])
  },
)
