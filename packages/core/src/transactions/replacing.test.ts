import { afterEach, expect, test, vi } from 'vitest'
import { sendTransfer } from '../actions/send.js'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import type { FamilyActions, MinedTransaction, SentTransaction } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { TransactionNotPendingError } from '../errors/feature.js'
import { RequestTimeoutError, UserRejectedError } from '../errors/wallet.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import {
  createReplacing,
  prepareReplacement,
  type ReplacingPhase,
  replaceTransaction,
  watchTransactions,
} from './tracked.js'
import type { TrackedTransaction } from './trackedTransaction.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const until = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1 })
const networkId = 'eip155:1'

/** A kit with a pending transaction and a form that replaces it, whose wallet answers and whose chain mines when the test says so. */
async function replacingKit(others: Partial<FamilyActions> = {}, firstPhase: ReplacingPhase = 'ready') {
  const wallet = { asked: 0, answer: (_: SentTransaction) => {}, fail: (_: unknown) => {} }
  const waits: { readonly hash: string; readonly mine: (mined: MinedTransaction) => void }[] = []
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    sendTransfer: async () => ({ hash: '0xs1' }),
    waitForTransaction: ({ hash }) => new Promise((resolve) => waits.push({ hash, mine: resolve })),
    prepareReplacement: async ({ hash, kind }) => ({
      ...{ kind, hash, address: '0xA1', nonce: 7 },
      ...{ formerFee: 1n, fee: 2n, transaction: {} },
    }),
    replaceTransaction: () =>
      new Promise((resolve, reject) => {
        wallet.asked += 1
        Object.assign(wallet, { answer: resolve, fail: reject })
      }),
    ...others,
  }
  const kit = fakeKit({
    connectors: [fakeConnector()],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  const { foyer } = kit
  foyer.start()
  stops.push(() => foyer.stop())
  await foyer.connect({ connectorId: 'fake' })
  await sendTransfer(foyer, { to: '0xB', amount: 1n })
  let tracked: readonly TrackedTransaction[] = []
  stops.push(watchTransactions(foyer, (all) => (tracked = all)))
  const form = createReplacing(foyer, { networkId, hash: '0xs1', kind: 'cancel' })
  const phase = () => form.get().phase
  const leave = form.subscribe(() => {})
  stops.push(leave)
  await until(() => phase() === firstPhase)
  const attempts = () =>
    Object.values(foyer.store.getState().connection.attempts).filter((each) => each?.kind === 'replace')
  const ask = async () => {
    form.send()
    form.send()
    await until(() => wallet.asked > 0)
  }
  return { ...kit, wallet, waits, form, phase, leave, ask, attempts, item: () => tracked[0] }
}

test('[F22] the wallet is asked once, and what it sends is followed as the one whose place it takes', async () => {
  const { foyer, form, phase, ask, wallet, waits, item, attempts } = await replacingKit()
  await ask()
  expect(phase()).toBe('waiting')
  form.send()
  wallet.answer({ hash: '0xs2' })
  await until(() => phase() === 'sent')
  form.send()
  expect(wallet.asked).toBe(1)
  expect(attempts()).toMatchObject([{ subject: 'eip155:1:0xs1', step: { hash: '0xs2' }, end: { status: 'succeeded' } }])
  await until(() => waits.length === 2)
  foyer.open({ view: 'Account' })
  waits[1]?.mine({ hash: '0xs2', status: 'success' })
  await until(() => item()?.status === 'cancelled')
  expect(foyer.store.getState().snackbar).toEqual({ variant: 'success', message: 'account.transactionCancelled' })
  expect(phase()).toBe('sent')
})

test.each([
  [new UserRejectedError(), { phase: 'declined', notice: 'error.rejected' }, 0],
  [new TransactionNotPendingError({ hash: '0xs1' }), { phase: 'gone' }, 0],
  [new Error('broken'), { phase: 'failed', notice: 'error.unknown' }, 1],
])('%s is the form’s phase, and can be asked for anew unless it is gone', async (error, state, reported) => {
  const { form, phase, ask, wallet, errors } = await replacingKit()
  await ask()
  wallet.fail(error)
  await until(() => phase() !== 'waiting')
  expect(form.get()).toMatchObject(state)
  expect(errors).toHaveLength(reported)
  form.send()
  if (state.phase === 'gone') expect(phase()).toBe('gone')
  else await until(() => wallet.asked === 2)
})

test('[F18 F22] a wallet that gives no answer may have sent it: it isn’t asked again before the chain was; a late answer is followed', async () => {
  const { form, phase, ask, wallet, clock, item } = await replacingKit()
  await ask()
  await clock.advance(requestExpiryMs)
  await until(() => phase() === 'unclear')
  expect(form.get().notice).toBe('error.mayHaveBeenSent')
  form.send()
  wallet.answer({ hash: '0xs2' })
  await until(() => item()?.replacements.length === 1)
  expect([phase(), wallet.asked]).toEqual(['unclear', 1])
  form.prepare()
  expect(phase()).toBe('preparing')
  await until(() => phase() === 'ready')
})

test('what can’t be prepared is said by its own sentence and reported, and can be prepared anew', async () => {
  const outcomes: (() => Promise<never>)[] = [
    () => Promise.reject(new RequestTimeoutError()),
    () => Promise.reject(new Error('broken')),
  ]
  const prepareReplacement = () => outcomes.shift()?.() ?? Promise.resolve(undefined)
  const { form, phase, errors } = await replacingKit({ prepareReplacement }, 'failed')
  expect(form.get()).toEqual({ phase: 'failed', replacement: undefined, notice: new RequestTimeoutError().notice })
  expect(errors).toHaveLength(1)
  form.prepare()
  await until(() => errors.length === 2)
  expect(form.get()).toEqual({ phase: 'failed', replacement: undefined, notice: undefined })
  form.prepare()
  await until(() => phase() === 'gone')
})

test('what fails to be prepared after it was left is nobody’s', async () => {
  let fail = (_: unknown) => {}
  const { form, leave, errors, phase } = await replacingKit()
  leave()
  const other = await replacingKit(
    { prepareReplacement: () => new Promise((_, reject) => (fail = reject)) },
    'preparing',
  )
  other.leave()
  fail(new Error('broken'))
  await other.clock.advance(0)
  expect([...errors, ...other.errors]).toEqual([])
  expect([phase(), other.phase()]).toEqual(['ready', 'preparing'])
  expect(form.get().replacement).toBeDefined()
})

test.each(['prepareReplacement', 'replaceTransaction'] as const)('a family without %s says so', async (lacking) => {
  const { foyer } = await replacingKit({ [lacking]: undefined }, lacking === 'prepareReplacement' ? 'failed' : 'ready')
  const absent = { code: 'action_unsupported', facts: { action: 'replaceTransaction', family: 'eip155' } }
  const parameters = { networkId, hash: '0xs1', kind: 'cancel' } as const
  if (lacking === 'prepareReplacement')
    return expect(prepareReplacement(foyer, parameters)).rejects.toMatchObject(absent)
  const replacement = await prepareReplacement(foyer, parameters)
  if (!replacement) throw new Error('Nothing was prepared.')
  await expect(replaceTransaction(foyer, { networkId, replacement })).rejects.toMatchObject(absent)
})

test('leaving forgets what was read, and nothing that is under way', async () => {
  const { foyer, form, phase, ask, leave, wallet, attempts } = await replacingKit()
  await ask()
  leave()
  const other = createReplacing(foyer, { networkId, hash: '0xs1', kind: 'speedUp' })
  stops.push(other.subscribe(() => {}))
  await until(() => other.get().replacement !== undefined)
  expect(other.get().phase).toBe('waiting')
  other.send()
  const back = form.subscribe(() => {})
  wallet.fail(new UserRejectedError())
  await until(() => phase() === 'declined')
  expect(wallet.asked).toBe(1)
  back()
  expect(attempts()).toEqual([])
})

test('[F18] stopping ends it', async () => {
  const { foyer, ask, attempts, errors } = await replacingKit()
  await ask()
  foyer.stop()
  expect(attempts()).toEqual([])
  expect(errors).toEqual([])
})

test('another kit of the page knows nothing of it', async () => {
  const one = await replacingKit()
  const other = await replacingKit()
  await one.ask()
  expect([one.phase(), other.phase()]).toEqual(['waiting', 'ready'])
  await other.ask()
  expect([one.wallet.asked, other.wallet.asked]).toEqual([1, 1])
})
