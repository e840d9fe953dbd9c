import { afterEach, vi } from 'vitest'
import type { FamilyActions, Transfer } from '../../connector/family.js'
import { account, fakeConnector } from '../../connector/test/fakeConnector.js'
import type { KitEvent } from '../../events/event.js'
import { fakeAdapter, fakeKit } from '../../test/fakeKit.js'
import { chooseAsset, type Send, sendOf, typeAmount, typeRecipient } from '../index.js'

/** The functions that end what a test has begun. */
export const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

export const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const own = `0x${'a'.repeat(40)}`
export const second = `0x${'b'.repeat(40)}`
export const dusd = { address: '0xd0', value: 12_345_678n, decimals: 6, symbol: 'DUSD', name: 'Digital Dollar' }

/** A connected kit whose form is watched; the wallet answers as the test says. */
export async function sendKit({
  sendTransfer,
  ready = ({ holdings }) => holdings.status === 'ready',
  ...more
}: Partial<FamilyActions> & { readonly ready?: (send: Send) => boolean } = {}) {
  const asked: Transfer[] = []
  const evm = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 10n ** 18n,
      tokenBalances: async () => [dusd],
      parseAddress: (text) => (/^0x\w{40}$/.test(text) ? text : undefined),
      isSameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
      estimateFee: async () => ({ value: 1n, most: 2n, decimals: 18, symbol: 'ETH', maxAmount: 10n ** 18n - 2n }),
      waitForTransaction: async ({ hash }) => ({ hash, status: 'success' as const }),
      async sendTransfer(request) {
        asked.push(request.transfer)
        return sendTransfer ? sendTransfer(request) : { hash: '0xabc' }
      },
      ...more,
    }),
  })
  const wallet = fakeConnector({ accounts: [account(`0x${'a'.repeat(40)}`), account(`0x${'b'.repeat(40)}`)] })
  const kit = fakeKit({ connectors: [wallet], adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')] })
  const events: KitEvent[] = []
  kit.foyer.onEvent(({ data }) => events.push(data))
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  const { foyer } = kit
  stops.push(
    sendOf(foyer).subscribe(() => {}),
    () => foyer.stop(),
  )
  const send = () => sendOf(foyer).get()
  const turns = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1 })
  await turns(() => ready(send()))
  const fill = async (amount = '0.5') => {
    chooseAsset(foyer, { type: 'coin' })
    typeAmount(foyer, amount)
    typeRecipient(foyer, to)
    await turns(() => send().ready)
  }
  const attempt = () => foyer.store.getState().connection.attempts.send
  return { ...kit, wallet, asked, events, send, turns, fill, attempt }
}
