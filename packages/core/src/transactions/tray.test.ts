import { afterEach, expect, test, vi } from 'vitest'
import { knownTokens } from '../account/balances.js'
import { sendCall, sendTransfer } from '../actions/send.js'
import { chooseAccount } from '../connection/index.js'
import type { FamilyActions } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { RequestTimeoutError } from '../errors/wallet.js'
import { mainnet } from '../networks/known.js'
import { watch } from '../query/watch.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { item, trayKits } from './test/trayKit.js'
import { prepareReplacement, replaceTransaction } from './tracked.js'
import { trayOf } from './tray.js'

class Dropped extends FoyerError {
  readonly code = 'transaction_dropped'
}

const kits = trayKits()
const { open: trayKit, stops } = kits
afterEach(kits.end)

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
  const { foyer, waits, asked, askedOf, last, status, waiting } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  const networkId = 'eip155:1'
  const replacement = await prepareReplacement(foyer, { networkId, hash: '0xs1', kind: 'cancel' })
  expect(asked).toEqual([])
  if (!replacement) throw new Error('nothing to replace')
  // Whichever account is chosen by then.
  chooseAccount(foyer, { family: 'eip155', address: '0xA2' })
  await replaceTransaction(foyer, { networkId, replacement })
  await waiting(2)
  expect([asked, askedOf]).toEqual([['cancel 0xs1'], ['0xA1']])
  expect(waits[0]?.signal?.aborted).toBe(true)
  expect(waits[1]).toMatchObject({ hash: '0xs2', numbered: { nonce: 7 } })
  waits[1]?.mine({ hash: '0xs2', status: 'success' })
  await status('cancelled')
  expect(last()).toMatchObject({ hash: '0xs1', minedHash: '0xs2' })
})

test('[F22] what speeds a cancellation up cancels, and the second is followed in the place of both', async () => {
  const { foyer, waits, last, status, waiting } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  const networkId = 'eip155:1'
  for (const [hash, kind] of [
    ['0xs1', 'cancel'],
    ['0xs2', 'speedUp'],
  ] as const) {
    const replacement = await prepareReplacement(foyer, { networkId, hash, kind })
    if (replacement) await replaceTransaction(foyer, { networkId, replacement })
  }
  expect(last()?.replacements).toEqual([
    { hash: '0xs2', kind: 'cancel' },
    { hash: '0xs3', kind: 'cancel' },
  ])
  await waiting(3)
  waits[2]?.mine({ hash: '0xs3', status: 'success' })
  await status('cancelled')
})

test('[F27] what a token’s transfer moves has the token’s own figures, by whichever case it is named', async () => {
  const { foyer, tracked } = await trayKit()
  const stop = watch(foyer, 'tokens', {}, () => {})
  stops.push(stop)
  await vi.waitUntil(() => knownTokens(contextOf(foyer), { address: '0xA1', network: mainnet }), { interval: 1 })
  const nft = { type: 'nft', address: '0xN1', tokenId: '7' } as const
  for (const asset of [{ type: 'token', address: '0xD0' }, { type: 'token', address: '0xEE' }, nft] as const)
    await sendTransfer(foyer, { to: '0xB', asset, amount: 5n })
  expect(tracked().map(({ transfer }) => transfer)).toEqual([
    { to: '0xB', asset: nft, amount: 5n },
    { to: '0xB', asset: { type: 'token', address: '0xEE' }, amount: 5n, symbol: undefined, decimals: undefined },
    { to: '0xB', asset: { type: 'token', address: '0xD0' }, amount: 5n, symbol: 'DUSD', decimals: 6 },
  ])
})

test('of two networks’ transactions of one hash each has its own end', async () => {
  const { foyer, waits, waiting } = await trayKit()
  const tray = trayOf(contextOf(foyer))
  tray.add(item({ sentAt: 1 }))
  tray.add(item({ networkId: 'eip155:11155111', sentAt: 2 }))
  await waiting(2)
  expect(waits.map(({ networkId }) => networkId)).toEqual(['eip155:1', 'eip155:11155111'])
  const { signal } = new AbortController()
  const ends = (['eip155:1', 'eip155:11155111'] as const).map((networkId) =>
    tray.ended({ networkId, hash: '0x1', signal }),
  )
  waits[1]?.mine({ hash: '0x1', status: 'reverted' })
  waits[0]?.mine({ hash: '0x1', status: 'success' })
  expect((await Promise.all(ends)).map((end) => end?.status)).toEqual(['mined', 'reverted'])
  expect(await tray.ended({ networkId: 'eip155:10', hash: '0x1', signal })).toBeUndefined()
  const fees = { formerFee: 1n, fee: 2n, transaction: {} }
  const replacement = { kind: 'cancel', hash: '0x1', address: '0xA1', nonce: 1, ...fees } as const
  tray.replaced({ networkId: 'eip155:10', replacement, hash: '0x2' })
  expect(tray.get().flatMap(({ replacements }) => replacements)).toEqual([])
})

test.each([
  ['success', undefined, 'success', 'account.transactionMined'],
  ['success', 'cancelled', 'success', 'account.transactionCancelled'],
  ['reverted', undefined, 'error', 'account.transactionReverted'],
  ['success', 'replaced', 'error', 'account.transactionReplaced'],
] as const)('the open modal says what became of it: %s, %s', async (status, replacement, variant, message) => {
  const { foyer, waits, waiting, until } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  foyer.open({ view: 'Account' })
  waits[0]?.mine({ hash: replacement ? '0xother' : '0xs1', status, replacement })
  await until(({ snackbar }) => snackbar !== undefined)
  expect(foyer.store.getState().snackbar).toEqual({ variant, message })
})

test('a closed modal says nothing; balances are asked anew whichever the end, for as long as somebody listens', async () => {
  const { foyer, waits, status, waiting } = await trayKit()
  const changed: string[] = []
  const stop = trayOf(contextOf(foyer)).onChanged((networkId) => changed.push(networkId))
  await sendTransfer(foyer, sending)
  await waiting(1)
  waits[0]?.fail(new RequestTimeoutError())
  await vi.waitUntil(() => changed.length === 1, { interval: 1 })
  await sendTransfer(foyer, sending)
  await waiting(2)
  stop()
  waits[1]?.mine({ hash: '0xs2', status: 'success' })
  await status('mined')
  expect(changed).toEqual(['eip155:1'])
  expect(foyer.store.getState().snackbar).toBeUndefined()
})

test('[F20] another tab’s end is this tab’s too, and so is that it forgot', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const { foyer, tracked, last, waiting, stored, waits } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  const key = '@foyer/1/project/transactions'
  const written = (newValue: string | null, of = key) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key: of, newValue }))
  const before = tracked()
  written(null, '@foyer/1/project/theme')
  expect(tracked()).toBe(before)
  const ended = stored().transactions?.replace('"pending"', '"mined"') ?? ''
  contextOf(foyer).persistence.write('transactions', ended)
  written(ended)
  expect(last()?.status).toBe('mined')
  await sendTransfer(foyer, sending)
  await waiting(2)
  written(null)
  expect(tracked()).toEqual([])
  expect(waits[1]?.signal?.aborted).toBe(true)
})

test('what has ended, and what was sent on a network that the kit has no more, isn’t asked about', async () => {
  const { foyer, waits, waiting } = await trayKit()
  const others = [item({ status: 'mined' }), item({ hash: '0x2', networkId: 'eip155:999999' })]
  for (const each of [...others, item({ hash: '0x3' })]) trayOf(contextOf(foyer)).add(each)
  await waiting(1)
  expect(waits.map(({ hash }) => hash)).toEqual(['0x3'])
})

test('what was kept before the kit starts is asked about once it has started', async () => {
  const first = await trayKit()
  await sendTransfer(first.foyer, sending)
  await first.waiting(1)
  first.foyer.stop()
  const asked: string[] = []
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    waitForTransaction: async ({ hash }) => {
      asked.push(hash)
      return { hash, status: 'success' }
    },
  }
  const { foyer, stored } = fakeKit({
    entries: first.entries,
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  stops.push(() => foyer.stop())
  const tray = trayOf(contextOf(foyer))
  expect([tray.get().length, asked.length]).toEqual([1, 0])
  foyer.start()
  await vi.waitUntil(() => stored().transactions?.includes('"mined"'), { interval: 1 })
  expect(asked).toEqual(['0xs1'])
})

test('the receipt of what was sent in its place says its end, too', async () => {
  const { foyer, waits, status, waiting } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  const networkId = 'eip155:1'
  const replacement = await prepareReplacement(foyer, { networkId, hash: '0xs1', kind: 'speedUp' })
  if (replacement) await replaceTransaction(foyer, { networkId, replacement })
  await waiting(2)
  foyer.open({ view: 'Receipt', networkId, hash: '0xs2', kind: 'send' })
  waits[1]?.mine({ hash: '0xs2', status: 'success' })
  await status('mined')
  expect(foyer.store.getState().snackbar).toBeUndefined()
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
