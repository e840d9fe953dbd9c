import { afterEach, describe, expect, test, vi } from 'vitest'
import { sendCall } from '../actions/send.js'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import type { FamilyActions, MinedTransaction, SentTransaction } from '../connector/family.js'
import { broadcast } from '../connector/familyCode.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import { foreignError } from '../errors/foreignError.js'
import { HttpError, JsonRpcError, OfflineError, ServerUnreachableError } from '../errors/http.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import { RequestTimeoutError, UserRejectedError } from '../errors/wallet.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { askToSend, mayHaveBeenSent, type RunTransactionParameters, runTransaction } from './runTransaction.js'
import { replaceTransaction } from './tracked.js'
import { trayOf } from './tray.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Pending<T> {
  resolve(value: T): void
  reject(error: unknown): void
}

/** Creates promises that a test settles when it wants. */
function held<T>() {
  const pending: Pending<T>[] = []
  const next = () => new Promise<T>((resolve, reject) => pending.push({ resolve, reject }))
  const count = (wanted: number) => vi.waitUntil(() => pending.length === wanted, { interval: 1 })
  return { pending, next, count }
}

/** A connected kit whose wallet answers, and whose chain mines, when the test says so. */
async function kitOf({ follows = true, ...more }: Partial<FamilyActions> & { readonly follows?: boolean } = {}) {
  const wallet = held<SentTransaction>()
  const chain = held<MinedTransaction>()
  const actions: FamilyActions = {
    nativeBalance: async () => 1n,
    sendCall: wallet.next,
    ...(follows ? { waitForTransaction: chain.next } : {}),
    replaceTransaction: async () => ({ hash: '0xfast' }),
    ...more,
  }
  const kit = fakeKit({
    connectors: [fakeConnector()],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  const context = contextOf(kit.foyer)
  const attempt = (slot = 'send') => kit.foyer.store.getState().connection.attempts[slot]
  const run = (own: Partial<RunTransactionParameters> & { readonly subject?: string } = {}) => {
    const { subject, ...given } = own
    const promise = runTransaction(context, {
      attempt: { kind: 'send', networkId: 'eip155:1', address: '0xA1', subject },
      send: () => sendCall(kit.foyer, { call: {} }),
      ...given,
    })
    // A failure is looked at where the test expects one.
    promise.catch(() => {})
    return promise
  }
  const sent = async (own: Parameters<typeof run>[0] = {}) => {
    const ended = run(own)
    await wallet.count(1)
    wallet.pending[0]?.resolve({ hash: '0x1' })
    await chain.count(1)
    return { ended }
  }
  const mine = (own: Partial<MinedTransaction> = {}) => ({ hash: '0x1', status: 'success', ...own }) as const
  const tracked = () => trayOf(context).get()
  return { ...kit, context, wallet, chain, attempt, run, sent, mine, tracked }
}

const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => error)
const unknown = { status: 'failed', notice: 'error.mayHaveBeenSent', mayHaveBeenSent: true }

class CodedError extends FoyerError {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

test('asks the wallet, waits for the chain, and ends with what the tracker found', async () => {
  const { run, wallet, chain, attempt, mine, tracked } = await kitOf()
  const onSent = vi.fn()
  const ended = run({ onSent })
  await wallet.count(1)
  expect(attempt()).toMatchObject({ kind: 'send', networkId: 'eip155:1', step: { type: 'walletPrompt' } })
  wallet.pending[0]?.resolve({ hash: '0x1' })
  await chain.count(1)
  expect(attempt()).toMatchObject({ step: { type: 'sent', hash: '0x1' } })
  expect(attempt()?.end).toBeUndefined()
  expect(onSent).toHaveBeenCalledWith({ hash: '0x1' })
  chain.pending[0]?.resolve(mine())
  expect(await ended).toBe(tracked()[0])
  expect(attempt()?.end).toEqual({ status: 'succeeded' })
})

test('a family that can’t follow it has nothing to wait for', async () => {
  const { run, wallet, attempt } = await kitOf({ follows: false })
  const ended = run()
  await wallet.count(1)
  wallet.pending[0]?.resolve({ hash: '0x1' })
  expect(await ended).toBeUndefined()
  expect(attempt()?.end).toEqual({ status: 'succeeded' })
})

describe('[F22] what may have been sent', () => {
  test.each([
    'request_timeout',
    'wallet_answer',
    'aborted',
    'provider_disconnected',
    'chain_disconnected',
    'relay_unreachable',
    'broadcast_unclear',
  ])('%s is no word on it', async (code) => {
    const { run, attempt } = await kitOf({ sendCall: () => Promise.reject(new CodedError(code)) })
    expect(await failure(run())).toMatchObject({ code })
    expect(attempt()?.end).toEqual({ ...unknown, code })
  })

  test.each([
    ...['user_rejected', 'request_pending', 'unauthorized', 'unsupported_method', 'unrecognized_chain'],
    ...['wallet_capability', 'json_rpc', 'unknown_wallet', 'invalid_chain_id', 'wrong_network', 'circuit_open'],
    ...['account_not_connected', 'action_unsupported', 'namespace_not_configured', 'adapter_not_found', 'chunk_load'],
    ...['network_not_configured', 'invalid_transfer', 'invalid_amount', 'invalid_transaction', 'insufficient_coins'],
    ...['method_not_supported', 'unsafe_psbt', 'unsafe_swap', 'offline', 'relay_refused', 'relay_answer', 'no_rpc_url'],
    // What is read before the wallet signs may fail as well: nothing has been handed to a node then.
    ...['server_unreachable', 'invalid_response', 'http'],
  ])('%s says that it wasn’t', async (code) => {
    const { run, attempt } = await kitOf({ sendCall: () => Promise.reject(new CodedError(code)) })
    expect(await failure(run())).toMatchObject({ code })
    expect(attempt()?.end).toEqual({ status: 'failed', code, notice: 'error.unknown' })
  })

  test.each([
    [new HttpError({ status: 503, body: '' }), true],
    [new HttpError({ status: 400, body: '' }), false],
    [new ServerUnreachableError({ origin: 'https://node.example' }), true],
    [new InvalidResponseError({ expected: 'a hash' }), true],
    [new RequestTimeoutError(), true],
    [new JsonRpcError({ rpcCode: -32002 }), false],
    [new OfflineError(), false],
  ])('a node that failed may have passed on what it was handed; one that refused it hasn’t: %s', async (cause, may) => {
    const error = foreignError(await failure(broadcast(() => Promise.reject(cause))))
    expect(mayHaveBeenSent(error)).toBe(may)
    expect(error).toMatchObject(may ? { code: 'broadcast_unclear', cause } : { code: cause.code })
  })

  test.each([new RequestTimeoutError(), new UserRejectedError()])(
    'before the wallet is asked nothing may have been: $code',
    async (error) => {
      const { run, wallet, attempt } = await kitOf()
      expect(await failure(run({ prepare: () => Promise.reject(error) }))).toBe(error)
      expect(attempt()?.end).toEqual({ status: 'failed', code: error.code, notice: error.notice })
      expect(wallet.pending).toHaveLength(0)
    },
  )

  test.each<[string, Partial<MinedTransaction>, string]>([
    ['reverted', { status: 'reverted' }, 'account.transactionReverted'],
    ['cancelled in the wallet', { hash: '0x2', replacement: 'cancelled' }, 'account.transactionCancelled'],
    ['replaced in the wallet', { hash: '0x2', replacement: 'replaced' }, 'account.transactionReplaced'],
  ])('%s is known, and not done', async (_, end, notice) => {
    const { sent, chain, attempt, mine } = await kitOf()
    const { ended } = await sent()
    chain.pending[0]?.resolve(mine(end))
    expect(await failure(ended)).toMatchObject({ code: 'transaction_failed' })
    expect(attempt()?.end).toEqual({ status: 'failed', code: 'transaction_failed', notice })
  })

  test('dropped is known, too', async () => {
    const { sent, chain, attempt } = await kitOf()
    const { ended } = await sent()
    chain.pending[0]?.reject(new CodedError('transaction_dropped'))
    expect(await failure(ended)).toMatchObject({ status: 'dropped' })
    expect(attempt()?.end).toMatchObject({ notice: 'account.transactionReplaced' })
  })

  test.each([new CodedError('server_unreachable'), new CodedError('json_rpc'), new RequestTimeoutError()])(
    'where the chain can’t say what became of it, $code, the visitor looks there',
    async (error) => {
      const { sent, chain, attempt, tracked } = await kitOf()
      const { ended } = await sent()
      chain.pending[0]?.reject(error)
      expect(await failure(ended)).toMatchObject({ code: error.code })
      expect(attempt()?.end).toEqual({ ...unknown, code: error.code })
      expect(tracked()[0]?.status).toBe('pending')
    },
  )

  test('a wallet that is disconnected before the chain answered isn’t one that paid', async () => {
    const { foyer, sent, attempt } = await kitOf()
    const { ended } = await sent()
    await foyer.disconnect()
    expect(await failure(ended)).toMatchObject({ code: 'aborted' })
    expect(attempt()?.end).toEqual({ ...unknown, code: 'aborted' })
  })
})

describe('[F18] the wallet never answers', () => {
  test('five minutes are waited, and a late answer changes nothing but the tray', async () => {
    const { run, wallet, clock, attempt, tracked } = await kitOf()
    const onSent = vi.fn()
    const ended = run({ onSent })
    await wallet.count(1)
    await clock.advance(requestExpiryMs)
    expect(await failure(ended)).toMatchObject({ code: 'request_timeout' })
    const expired = attempt()
    expect(expired?.end).toEqual({ ...unknown, code: 'request_timeout' })
    wallet.pending[0]?.resolve({ hash: '0x1' })
    await vi.waitUntil(() => tracked().length === 1, { interval: 1 })
    expect(attempt()).toBe(expired)
    expect(onSent).not.toHaveBeenCalled()
  })

  test('they count from when it was asked', async () => {
    const { run, wallet, clock, attempt } = await kitOf()
    const before = held<void>()
    const ended = run({ prepare: before.next })
    await clock.advance(requestExpiryMs - 1)
    before.pending[0]?.resolve()
    await wallet.count(1)
    await clock.advance(requestExpiryMs - 1)
    expect(attempt()?.end).toBeUndefined()
    await clock.advance(1)
    expect(await failure(ended)).toMatchObject({ code: 'request_timeout' })
  })

  test('the chain may take longer', async () => {
    const { sent, chain, clock, attempt, mine } = await kitOf()
    const { ended } = await sent()
    await clock.advance(10 * requestExpiryMs)
    chain.pending[0]?.resolve(mine())
    await ended
    expect(attempt()?.end).toEqual({ status: 'succeeded' })
  })
})

describe('one at a time', () => {
  test('[F22] while the wallet is asked, nothing else of the slot begins', async () => {
    const { run, wallet, attempt } = await kitOf()
    run()
    await wallet.count(1)
    const first = attempt()
    expect(await run()).toBeUndefined()
    expect(attempt()).toBe(first)
    expect(wallet.pending).toHaveLength(1)
  })

  test('another subject, or another kit, is another slot', async () => {
    const { run, wallet, attempt } = await kitOf()
    const other = await kitOf()
    run({ subject: 'one' })
    run({ subject: 'two' })
    other.run({ subject: 'one' })
    await wallet.count(2)
    await other.wallet.count(1)
    wallet.pending[0]?.reject(new UserRejectedError())
    await vi.waitUntil(() => attempt('send one')?.end, { interval: 1 })
    expect([attempt('send two')?.end, other.attempt('send one')?.end]).toEqual([undefined, undefined])
  })

  test('once it is sent a newer one takes its place, and the tracker goes on', async () => {
    const { run, sent, wallet, chain, attempt, mine, tracked } = await kitOf()
    const { ended } = await sent()
    const newer = run()
    expect(await failure(ended)).toMatchObject({ code: 'aborted' })
    await wallet.count(2)
    wallet.pending[1]?.resolve({ hash: '0x2' })
    await chain.count(2)
    chain.pending[0]?.resolve(mine())
    await vi.waitUntil(() => tracked().some(({ status }) => status === 'mined'), { interval: 1 })
    expect(attempt()).toMatchObject({ step: { type: 'sent', hash: '0x2' } })
    chain.pending[1]?.resolve(mine({ hash: '0x2' }))
    expect(await newer).toMatchObject({ hash: '0x2', status: 'mined' })
  })

  test('what is sped up here is waited for in its place', async () => {
    const { foyer, sent, chain, attempt, mine } = await kitOf()
    const { ended } = await sent()
    const replacement = { kind: 'speedUp', hash: '0x1', address: '0xA1', nonce: 1, formerFee: 1n, fee: 2n } as const
    await replaceTransaction(foyer, { networkId: 'eip155:1', replacement: { ...replacement, transaction: {} } })
    await chain.count(2)
    chain.pending[1]?.resolve(mine({ hash: '0xfast' }))
    expect(await ended).toMatchObject({ hash: '0x1', minedHash: '0xfast', status: 'mined' })
    expect(attempt()?.end).toEqual({ status: 'succeeded' })
  })
})

describe('it is called off', () => {
  test('by the caller: before the wallet is asked it is cancelled, afterwards it may have been sent', async () => {
    const { run, wallet, attempt } = await kitOf()
    const [early, late] = [new AbortController(), new AbortController()]
    const before = held<void>()
    const cancelled = run({ signal: early.signal, prepare: before.next })
    early.abort()
    expect(await failure(cancelled)).toMatchObject({ code: 'aborted' })
    expect(attempt()?.end).toEqual({ status: 'cancelled' })
    before.pending[0]?.resolve()
    const asked = run({ signal: late.signal })
    await wallet.count(1)
    late.abort()
    expect(await failure(asked)).toMatchObject({ code: 'aborted' })
    expect(attempt()?.end).toEqual({ ...unknown, code: 'aborted' })
  })

  test('by `stop`, while it is prepared: the wallet is never asked', async () => {
    const { foyer, run, wallet } = await kitOf()
    const before = held<void>()
    const ended = run({ prepare: before.next })
    foyer.stop()
    before.pending[0]?.resolve()
    expect(await failure(ended)).toMatchObject({ code: 'aborted' })
    expect(wallet.pending).toHaveLength(0)
  })

  test('by `stop`, while the wallet is asked: what it sends late is followed with the next start only', async () => {
    const { foyer, run, wallet, chain, attempt, tracked } = await kitOf()
    const onSent = vi.fn()
    const ended = run({ onSent })
    await wallet.count(1)
    foyer.stop()
    expect(await failure(ended)).toMatchObject({ code: 'aborted' })
    wallet.pending[0]?.resolve({ hash: '0x1' })
    await vi.waitUntil(() => tracked().length === 1, { interval: 1 })
    await new Promise((resolve) => setImmediate(resolve))
    expect([attempt(), chain.pending.length, onSent.mock.calls.length]).toEqual([undefined, 0, 0])
    foyer.start()
    await chain.count(1)
  })

  test('by `stop`, once it is sent', async () => {
    const { foyer, sent, chain, attempt, mine, errors, stored } = await kitOf()
    const { ended } = await sent()
    foyer.stop()
    expect(await failure(ended)).toMatchObject({ code: 'aborted' })
    chain.pending[0]?.resolve(mine())
    await new Promise((resolve) => setImmediate(resolve))
    expect([attempt(), errors]).toEqual([undefined, []])
    expect(stored().transactions).toContain('"pending"')
  })
})

describe('until the wallet has answered', () => {
  const asking = async (more: Partial<FamilyActions> = {}) => {
    const kit = await kitOf(more)
    const ask = () =>
      askToSend(kit.context, {
        attempt: { kind: 'send', networkId: 'eip155:1', address: '0xA1' },
        send: () => sendCall(kit.foyer, { call: {} }),
      })
    return { ...kit, ask }
  }

  test('says that it was sent, with its end to come', async () => {
    const { ask, wallet, chain, mine } = await asking()
    const asked = ask()
    await wallet.count(1)
    expect(await ask()).toBeUndefined()
    wallet.pending[0]?.resolve({ hash: '0x1' })
    const answer = await asked
    if (answer?.status !== 'sent') throw new Error('It was not sent.')
    await chain.count(1)
    chain.pending[0]?.resolve(mine({ status: 'reverted' }))
    expect([answer.hash, await failure(answer.ended)]).toMatchObject(['0x1', { code: 'transaction_failed' }])
  })

  test('says why it wasn’t, and nothing to nobody', async () => {
    const { ask, wallet, foyer } = await asking()
    const declined = ask()
    await wallet.count(1)
    wallet.pending[0]?.reject(new UserRejectedError())
    expect(await declined).toMatchObject({ status: 'failed', refusal: { code: 'user_rejected' } })
    const stopped = ask()
    await wallet.count(2)
    foyer.stop()
    expect(await stopped).toMatchObject({ status: 'failed', refusal: undefined, error: { code: 'aborted' } })
  })
})
