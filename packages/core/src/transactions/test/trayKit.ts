import { vi } from 'vitest'
import type { NetworkId } from '../../chain/index.js'
import type { FamilyActions, MinedTransaction, NumberedTransaction, WaitParameters } from '../../connector/family.js'
import { fakeConnector } from '../../connector/test/fakeConnector.js'
import { fakeAdapter, fakeKit } from '../../test/fakeKit.js'
import { watchTransactions } from '../tracked.js'
import type { TrackedTransaction } from '../trackedTransaction.js'

interface Wait {
  readonly hash: string
  readonly networkId: NetworkId
  readonly numbered: NumberedTransaction | undefined
  readonly signal: AbortSignal | undefined
  readonly sender: string | undefined
  readonly unseen: WaitParameters['unseen']
  /** No node knows it. */
  miss(unseen: NonNullable<WaitParameters['unseen']>): void
  number(nonce: number): void
  mine(mined: MinedTransaction): void
  fail(error: unknown): void
}

/** Kits for the tests of a file, which end with each of them. */
export function trayKits() {
  const stops: (() => void)[] = []
  const end = () => {
    for (const stop of stops.splice(0)) stop()
    vi.unstubAllGlobals()
  }
  /** A connected kit whose chain mines when the test says so. */
  async function open(entries = new Map<string, string>()) {
    const waits: Wait[] = []
    const asked: string[] = []
    const askedOf: string[] = []
    let sent = 0
    const actions: FamilyActions = {
      nativeBalance: async () => 1n,
      transferIn: () => undefined,
      isSameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
      tokenBalances: async () => [{ address: '0xd0', value: 9n, decimals: 6, symbol: 'DUSD', name: 'Digital Dollar' }],
      waitForTransaction: ({ hash, network, numbered, onNumbered, sender, unseen, onUnseen, signal }) =>
        new Promise((resolve, reject) => {
          waits.push({
            hash,
            networkId: network.caipNetworkId,
            numbered,
            signal,
            sender,
            unseen,
            miss: (each) => onUnseen?.(each),
            number: (nonce) => onNumbered?.({ address: '0xA1', nonce }),
            mine: resolve,
            fail: reject,
          })
        }),
      failureReason: async () => 'No more tickets',
      sendTransfer: async () => ({ hash: `0xs${++sent}` }),
      sendCall: async () => ({ hash: `0xs${++sent}` }),
      prepareReplacement: async ({ hash, kind }) => ({
        kind,
        hash,
        address: '0xA1',
        nonce: 7,
        formerFee: 1n,
        fee: 2n,
        transaction: {},
      }),
      replaceTransaction: async ({ wallet, replacement: { kind, hash } }) => {
        asked.push(`${kind} ${hash}`)
        askedOf.push(wallet.account.address)
        return { hash: `0xs${++sent}` }
      },
    }
    const kit = fakeKit({
      entries,
      connectors: [fakeConnector()],
      adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
    })
    kit.foyer.start()
    stops.push(() => kit.foyer.stop())
    await kit.foyer.connect({ connectorId: 'fake' })
    let tracked: readonly TrackedTransaction[] = []
    stops.push(watchTransactions(kit.foyer, (all) => (tracked = all)))
    const until = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1 })
    const last = () => tracked[0]
    const status = (wanted: TrackedTransaction['status']) => until(() => last()?.status === wanted)
    const waiting = (count: number) => until(() => waits.length === count)
    return { ...kit, entries, waits, asked, askedOf, tracked: () => tracked, last, status, waiting }
  }
  return { open, end, stops }
}

/** A transaction that is kept. */
export const item = (more: Partial<TrackedTransaction>): TrackedTransaction => ({
  ...{ hash: '0x1', networkId: 'eip155:1', address: '0xA1', type: 'send', sentAt: 1, status: 'pending' },
  ...{ replacements: [], ...more },
})
