import { afterEach, expect, test, vi } from 'vitest'
import { sendCall, sendTransfer, signTypedData } from '../actions/index.js'
import { answer } from '../attempt/index.js'
import { sendCalls } from '../calls/index.js'
import type { FamilyActions } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import type { Foyer } from '../foyer.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { previewedBy } from './index.js'

let stop = () => {}
afterEach(() => stop())

const actions: FamilyActions = {
  nativeBalance: async () => 1n,
  sendTransfer: async () => ({ hash: '0x1' }),
  sendCall: async () => ({ hash: '0x2' }),
  sendCalls: async () => ({ id: '0x3' }),
  signTypedData: async () => ({ signature: '0x4' }),
  waitForTransaction: async ({ hash }) => ({ hash, status: 'success' }),
}

async function connected(): Promise<Foyer> {
  const { foyer } = fakeKit({
    connectors: [fakeConnector()],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
    features: { preview: true },
  })
  foyer.start()
  stop = () => foyer.stop()
  await foyer.connect({ connectorId: 'fake' })
  return foyer
}

test.each([
  ['transfer', (foyer: Foyer, purpose: string) => sendTransfer(foyer, { to: '0xB', amount: 1n, purpose })],
  ['call', (foyer: Foyer, purpose: string) => sendCall(foyer, { call: { to: '0xB' }, purpose })],
  ['batch', (foyer: Foyer, purpose: string) => sendCalls(foyer, { calls: [{ to: '0xB' }], purpose })],
  ['piece of typed data', (foyer: Foyer, purpose: string) => signTypedData(foyer, { typedData: {}, purpose })],
] as const)('a page says in its own words what a %s is for; too much of it is cut off', async (_, send) => {
  const foyer = await connected()
  const shownOf = async (purpose: string) => {
    const sent = send(foyer, purpose)
    const previewing = () =>
      Object.values(foyer.store.getState().connection.attempts).find(
        (attempt) => attempt?.step.type === 'preview' && !attempt.end,
      )
    const { id } = await vi.waitUntil(previewing, { interval: 1 })
    const shown = previewedBy(foyer, id)?.purpose
    answer(foyer, { attemptId: id, approved: true })
    await sent
    return shown
  }
  expect(await shownOf(' Deposits 5 USDC ')).toBe('Deposits 5 USDC')
  expect(await shownOf('💶'.repeat(201))).toBe(`${'💶'.repeat(200)}…`)
  expect(await shownOf(' ')).toBeUndefined()
})
