import { afterEach, expect, test, vi } from 'vitest'
import { sendCall, sendTransfer } from '../actions/send.js'
import type { FamilyActions, MinedTransaction, NumberedTransaction } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { watch } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { prepareReplacement, replaceTransaction, watchTransactions } from './tracked.js'
import type { TrackedTransaction } from './trackedTransaction.js'
import { trayOf } from './tray.js'

class Dropped extends FoyerError {
  readonly code = 'transaction_dropped'
}

interface Wait {
  readonly hash: string
  readonly numbered: NumberedTransaction | undefined
  readonly signal: AbortSignal | undefined
  number(nonce: number): void
  mine(mined: MinedTransaction): void
  fail(error: unknown): void
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A connected kit whose chain mines when the test says so. */
async function trayKit(entries = new Map<string, string>()) {
  const waits: Wait[] = []
  const asked: string[] = []
  let sent = 0
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    transferIn: () => undefined,
    waitForTransaction: ({ hash, numbered, onNumbered, signal }) =>
      new Promise((resolve, reject) => {
        waits.push({
          hash,
          numbered,
          signal,
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
    replaceTransaction: async ({ replacement: { kind, hash } }) => {
      asked.push(`${kind} ${hash}`)
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
  return { ...kit, entries, waits, asked, tracked: () => tracked, last, status, waiting }
}

const sending = { to: '0xB', amount: 10n ** 18n } as const

test('what is sent is pending at once, kept, and mined later; balances are asked anew', async () => {
  const { foyer, clock, waits, last, status, waiting, stored } = await trayKit()
  const changed: string[] = []
  trayOf(contextOf(foyer)).onChanged((networkId) => changed.push(networkId))
  await sendTransfer(foyer, sending)
  await waiting(1)
  expect(last()).toEqual({
    hash: '0xs1',
    networkId: 'eip155:1',
    address: '0xA1',
    type: 'send',
    transfer: { to: '0xB', asset: { type: 'coin' }, amount: 10n ** 18n, symbol: 'ETH', decimals: 18 },
    sentAt: clock.now(),
    status: 'pending',
    replacements: [],
  })
  expect(stored().transactions).toContain('"amount":"1000000000000000000"')
  expect(changed).toEqual([])
  waits[0]?.mine({ hash: '0xs1', status: 'success', blockNumber: 1204n, fee: 28n * 10n ** 12n })
  await status('mined')
  expect(last()).toMatchObject({ blockNumber: 1204n, fee: 28n * 10n ** 12n })
  expect(stored().transactions).toContain('"mined"')
  expect(changed).toEqual(['eip155:1'])
})

test('[F18] what is pending survives a reload, with its number, and stopping leaves no wait behind', async () => {
  const { foyer, waits, last, waiting, entries, errors } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  waits[0]?.number(7)
  foyer.stop()
  expect(waits[0]?.signal?.aborted).toBe(true)
  const after = await trayKit(entries)
  await after.waiting(1)
  expect(after.waits[0]).toMatchObject({ hash: '0xs1', numbered: { address: '0xA1', nonce: 7 } })
  waits[0]?.mine({ hash: '0xs1', status: 'reverted' })
  after.waits[0]?.mine({ hash: '0xs1', status: 'success' })
  await after.status('mined')
  expect(last()?.status).toBe('pending')
  expect([...errors, ...after.errors]).toEqual([])
})

test('pending ones are followed again with the first figure that the page shows', async () => {
  const first = await trayKit()
  await sendTransfer(first.foyer, sending)
  await first.waiting(1)
  first.foyer.stop()
  const waits: string[] = []
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    waitForTransaction: async ({ hash }) => {
      waits.push(hash)
      return { hash, status: 'success' }
    },
  }
  const { foyer, stored } = fakeKit({
    entries: first.entries,
    connectors: [fakeConnector()],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  foyer.start()
  stops.push(() => foyer.stop())
  stops.push(watch(foyer, 'balance', {}, () => {}))
  await foyer.connect({ connectorId: 'fake' })
  await vi.waitUntil(() => stored().transactions?.includes('"mined"'), { interval: 1 })
  expect(waits).toEqual(['0xs1'])
})

test('a reverted one has its reason, and the open modal says so', async () => {
  const { foyer, waits, last, status, waiting } = await trayKit()
  foyer.open({ view: 'Account' })
  await sendCall(foyer, { call: {}, type: 'approve' })
  await waiting(1)
  waits[0]?.mine({ hash: '0xs1', status: 'reverted' })
  await status('reverted')
  expect(last()).toMatchObject({ type: 'approve', reason: 'No more tickets' })
  expect(foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'account.transactionReverted' })
})

test('one that another took the place of is dropped; one that nobody can say anything about stays pending', async () => {
  const { foyer, waits, last, status, waiting, errors } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  waits[0]?.fail(new Dropped('gone'))
  await status('dropped')
  await sendTransfer(foyer, sending)
  await waiting(2)
  waits[1]?.fail(new Error('The chain is down.'))
  await vi.waitUntil(() => errors.length === 1, { interval: 1 })
  expect(last()).toMatchObject({ hash: '0xs2', status: 'pending' })
})

test('[F22] cancelling is prepared from the chain, asked for once, and followed in the place of the first', async () => {
  const { foyer, waits, asked, last, status, waiting } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  const networkId = 'eip155:1'
  const replacement = await prepareReplacement(foyer, { networkId, hash: '0xs1', kind: 'cancel' })
  expect(asked).toEqual([])
  if (!replacement) throw new Error('nothing to replace')
  await replaceTransaction(foyer, { networkId, replacement })
  await waiting(2)
  expect(asked).toEqual(['cancel 0xs1'])
  expect(waits[0]?.signal?.aborted).toBe(true)
  expect(waits[1]).toMatchObject({ hash: '0xs2', numbered: { nonce: 7 } })
  waits[1]?.mine({ hash: '0xs2', status: 'success' })
  await status('cancelled')
  expect(last()).toMatchObject({ hash: '0xs1', minedHash: '0xs2' })
})

test('[S4.3] disconnecting forgets what was sent, here and in the storage', async () => {
  const { foyer, waits, tracked, waiting, stored } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  await foyer.disconnect()
  expect(tracked()).toEqual([])
  expect(waits[0]?.signal?.aborted).toBe(true)
  expect(stored().transactions).toBeUndefined()
})

test('what the receipt shows isn’t said a second time; beside it, it is', async () => {
  const { foyer, waits, status, waiting } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  foyer.open({ view: 'Receipt', networkId: 'eip155:1', hash: '0xs1', kind: 'send' })
  waits[0]?.mine({ hash: '0xs1', status: 'success' })
  await status('mined')
  expect(foyer.store.getState().snackbar).toBeUndefined()
  await sendTransfer(foyer, sending)
  await waiting(2)
  waits[1]?.mine({ hash: '0xs2', status: 'success' })
  await status('mined')
  expect(foyer.store.getState().snackbar?.message).toBe('account.transactionMined')
})
