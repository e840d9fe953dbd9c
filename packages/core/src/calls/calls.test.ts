import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallsStatus, SentCalls } from '../connector/calls.js'
import type { FamilyActions, MinedTransaction, SentTransaction } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import { CallsStoppedError } from '../errors/calls.js'
import {
  RequestTimeoutError,
  requestExpiryMs,
  UnsupportedMethodError,
  UserRejectedError,
  WalletCapabilityError,
} from '../errors/wallet.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { trayOf } from '../transactions/tray.js'
import { callsStatus, createCalls, mostOneByOne, sendCalls, showCallsStatus, waitForCalls } from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

interface Wallet {
  /** Answers a batch. */
  batch: () => Promise<SentCalls>
  /** Answers one call, by its number from 1. */
  one: (number: number) => Promise<SentTransaction>
  mined: (hash: string) => Promise<MinedTransaction>
  status: () => Promise<Partial<CallsStatus<MinedTransaction>>>
}

/** A connected kit whose wallet and chain answer as the test says. */
async function kitOf(
  own: Partial<Wallet> = {},
  more: Partial<FamilyActions> = {},
  entries = new Map<string, string>(),
) {
  const wallet: Wallet = {
    batch: () => Promise.reject(new UnsupportedMethodError()),
    one: async (number) => ({ hash: `0x${number}` }),
    mined: async (hash) => ({ hash, status: 'success' }),
    status: async () => ({
      status: 'success',
      statusCode: 200,
      receipts: [{ hash: '0xb1', status: 'success', blockNumber: 7n }],
    }),
    ...own,
  }
  const asked: unknown[] = []
  const polled: string[] = []
  let singles = 0
  const actions: { -readonly [Name in keyof FamilyActions]: FamilyActions[Name] } = {
    nativeBalance: async () => 1n,
    async sendCalls({ wallet: _, signal: __, ...request }) {
      asked.push(request)
      return wallet.batch()
    },
    async sendCall({ call }) {
      asked.push(call)
      singles += 1
      return wallet.one(singles)
    },
    waitForTransaction: ({ hash }) => wallet.mined(hash),
    async callsStatus({ id }) {
      polled.push(id)
      const base = {
        id,
        networkId: 'eip155:1',
        status: 'pending',
        statusCode: 100,
        atomic: true,
        receipts: [],
      } as const
      return { ...base, ...(await wallet.status()) }
    },
    ...more,
  }
  const connector = fakeConnector()
  const kit = fakeKit({
    entries,
    connectors: [connector],
    adapters: [fakeAdapter('eip155', { actions: async () => actions }), fakeAdapter('solana'), fakeAdapter('bip122')],
  })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  const attempt = () => kit.foyer.store.getState().connection.attempts.batch
  const tracked = () => trayOf(contextOf(kit.foyer)).get()
  const until = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1 })
  return { ...kit, connector, wallet, actions, asked, polled, attempt, tracked, until }
}

type Status = Wallet['status']
const unknown = () => Promise.reject(new WalletCapabilityError({ walletCode: 5730 }))

/** Answers one after the other, and then always the last. */
const inTurn = (first: readonly Status[], then: Status): Status => {
  const left = [...first]
  return () => (left.shift() ?? then)()
}

const three = [{ to: '0xa' }, { to: '0xb' }, { to: '0xc' }] as const
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a wallet that takes batches', () => {
  test('[F22] is asked once, with all that is wanted; the batch is followed to its end, as one attempt with one word', async () => {
    const kit = await kitOf({ batch: async () => ({ id: '0xid', capabilities: { paymasterService: {} } }) })
    kit.foyer.open({ view: 'Account' })
    const capabilities = { paymasterService: { url: 'https://paymaster.test', optional: true } }
    const sent = await sendCalls(kit.foyer, { calls: three, atomicRequired: true, capabilities })
    expect(sent).toEqual({ id: '0xid', capabilities: { paymasterService: {} } })
    expect(kit.asked).toEqual([{ calls: three, atomicRequired: true, capabilities }])
    await kit.until(() => kit.attempt()?.end?.status === 'succeeded')
    expect(kit.tracked()).toMatchObject([
      { hash: '0xid', status: 'mined', minedHash: '0xb1', blockNumber: 7n, calls: { id: '0xid', count: 3 } },
    ])
    expect(kit.polled).toEqual(['0xid'])
    expect(kit.foyer.store.getState().snackbar).toEqual({ variant: 'success', message: 'account.transactionMined' })
    expect(await callsStatus(kit.foyer, { id: '0xid' })).toMatchObject({ statusCode: 200, atomic: true })
  })

  test.each([
    [500, 'reverted', 'account.transactionReverted'],
    [600, 'partial', 'account.callsPartial'],
    [400, 'failed', 'account.callsFailed'],
    [699, 'partial', 'account.callsPartial'],
  ] as const)('says %i as it is: %s', async (statusCode, status, notice) => {
    const kit = await kitOf({
      batch: async () => ({ id: '0xid' }),
      status: async () => ({ status: 'failure', statusCode }),
    })
    await sendCalls(kit.foyer, { calls: three })
    await kit.until(() => kit.attempt()?.end !== undefined)
    expect(kit.attempt()?.end).toEqual({ status: 'failed', code: 'transaction_failed', notice })
    expect(kit.tracked()[0]?.status).toBe(status)
    expect(await waitForCalls(kit.foyer, { id: '0xid' })).toMatchObject({ status: 'failure', statusCode })
  })

  test('that refuses sends nothing, and isn’t asked for the calls by themselves', async () => {
    const kit = await kitOf({ batch: () => Promise.reject(new UserRejectedError()) })
    expect(await failure(sendCalls(kit.foyer, { calls: three }))).toMatchObject({ code: 'user_rejected' })
    expect([kit.asked.length, kit.tracked()]).toEqual([1, []])
    expect(kit.attempt()?.end).toEqual({ status: 'failed', code: 'user_rejected', notice: 'error.rejected' })
  })

  test('[F18] that never answers may have sent it: it is said, and nothing is asked again', async () => {
    const kit = await kitOf({ batch: () => Promise.reject(new RequestTimeoutError({ timeoutMs: 1 })) })
    expect(await failure(sendCalls(kit.foyer, { calls: three }))).toMatchObject({ code: 'request_timeout' })
    expect(kit.attempt()?.end).toMatchObject({ notice: 'error.mayHaveBeenSent', mayHaveBeenSent: true })
    expect(kit.asked).toHaveLength(1)
  })

  test('[F18] that has known its batch and doesn’t any more, as after a refusal: it is over, and nobody is asked again', async () => {
    const pending = async () => ({}) as const
    const kit = await kitOf({ batch: async () => ({ id: '0xid' }), status: inTurn([pending, pending], unknown) })
    await sendCalls(kit.foyer, { calls: three })
    await kit.clock.until(kit.until(() => kit.attempt()?.end !== undefined))
    expect(kit.attempt()?.end).toMatchObject({ notice: 'error.callsUnknown', mayHaveBeenSent: true })
    expect([kit.polled.length, kit.tracked()[0]?.status]).toEqual([3, 'unknown'])
    expect(await failure(waitForCalls(kit.foyer, { id: '0xother' }))).toMatchObject({ walletCode: 5730 })
  })

  test('that never knows its batch: it is over once a visitor would have decided, this visit or the next', async () => {
    const entries = new Map<string, string>()
    const kit = await kitOf({ batch: async () => ({ id: '0xid' }), status: unknown }, {}, entries)
    await sendCalls(kit.foyer, { calls: three })
    await kit.clock.advance(requestExpiryMs - 1)
    expect(kit.tracked()[0]?.status).toBe('pending')
    kit.foyer.stop()
    const again = await kitOf({ status: unknown }, {}, entries)
    await again.clock.advance(requestExpiryMs + 15_000)
    await again.until(() => again.tracked()[0]?.status === 'unknown')
  })

  test('that knows its batch only once the visitor has agreed to it: it is done', async () => {
    const kit = await kitOf({
      batch: async () => ({ id: '0xid' }),
      status: inTurn([unknown, unknown], async () => ({ status: 'success', statusCode: 200 }) as const),
    })
    await sendCalls(kit.foyer, { calls: three })
    await kit.clock.until(kit.until(() => kit.attempt()?.end !== undefined))
    expect([kit.attempt()?.end, kit.tracked()[0]?.status]).toEqual([{ status: 'succeeded' }, 'mined'])
  })

  test.each([
    ['refuses otherwise to say it', new WalletCapabilityError({ walletCode: 5700 })],
    ['doesn’t know the method at the moment', new UnsupportedMethodError()],
  ])('that %s is asked again: its batch is as it was', async (_, refusal) => {
    const refusals: Error[] = [refusal]
    const status = async () => {
      const first = refusals.pop()
      if (first) throw first
      return { status: 'success', statusCode: 200 } as const
    }
    const kit = await kitOf({ batch: async () => ({ id: '0xid' }), status })
    await sendCalls(kit.foyer, { calls: three })
    await kit.clock.until(kit.until(() => kit.attempt()?.end !== undefined))
    expect(kit.attempt()?.end).toEqual({ status: 'succeeded' })
    expect(kit.tracked()).toMatchObject([{ hash: '0xid', status: 'mined' }])
    expect(kit.polled).toHaveLength(2)
  })

  test('that shows another account meanwhile isn’t asked about a batch of the first: it is once that is back', async () => {
    let status: Partial<CallsStatus<MinedTransaction>> = {}
    const kit = await kitOf({ batch: async () => ({ id: '0xid' }), status: async () => status })
    const { accounts } = kit.connector
    const show = (shown: typeof accounts) =>
      kit.connector.emit({ type: 'accountsChanged', family: 'eip155', accounts: shown })
    await sendCalls(kit.foyer, { calls: three })
    await kit.until(() => kit.polled.length === 1)
    status = { status: 'success', statusCode: 200 }
    show([{ namespace: 'eip155', address: `0x${'7'.repeat(40)}`, type: 'eoa' }])
    for (let second = 0; second < 20; second += 1) await kit.clock.advance(1_000)
    expect([kit.polled.length, kit.tracked()[0]?.status]).toEqual([1, 'pending'])
    show(accounts)
    await kit.clock.until(kit.until(() => kit.tracked()[0]?.status === 'mined'))
    expect(kit.polled).toHaveLength(2)
  })

  test('[F18] whose status never ends: a wait ends in time, and the next visit asks again', async () => {
    const entries = new Map<string, string>()
    const kit = await kitOf({ batch: async () => ({ id: '0xid' }), status: async () => ({}) }, {}, entries)
    await sendCalls(kit.foyer, { calls: three })
    const waited = failure(waitForCalls(kit.foyer, { id: '0xid', timeoutMs: 10_000 }))
    expect(await kit.clock.until(waited)).toMatchObject({ code: 'request_timeout' })
    kit.foyer.stop()
    const again = await kitOf({}, {}, entries)
    await again.until(() => again.tracked()[0]?.status === 'mined')
    expect(again.polled).toEqual(['0xid'])
  })

  test('an id is used once', async () => {
    const kit = await kitOf({ batch: async () => ({ id: '0xid' }) })
    await sendCalls(kit.foyer, { calls: three, id: '0xid' })
    expect(await failure(sendCalls(kit.foyer, { calls: three, id: '0xid' }))).toMatchObject({ walletCode: 5720 })
    expect(kit.asked).toHaveLength(1)
  })

  test('shows the batch by itself', async () => {
    const shown: string[] = []
    const showing: Partial<FamilyActions> = { showCallsStatus: async ({ id }) => void shown.push(id) }
    const kit = await kitOf({ batch: async () => ({ id: '0xid' }) }, showing)
    const { id } = await sendCalls(kit.foyer, { calls: three })
    await showCallsStatus(kit.foyer, { id })
    expect(shown).toEqual(['0xid'])
  })
})

describe('a wallet without batches', () => {
  test('[F22] is asked for one call after the other, each once the one before is mined, and it is said which', async () => {
    const held: (() => void)[] = []
    const mined = (hash: string) =>
      new Promise<MinedTransaction>((resolve) => held.push(() => resolve({ hash, status: 'success' })))
    const kit = await kitOf({ mined })
    kit.foyer.open({ view: 'Account' })
    const form = createCalls(kit.foyer)
    const phases: string[] = []
    stops.push(
      form.subscribe(() => {
        const { phase, call } = form.get()
        const shown = `${phase}${call ? ` ${call.number} of ${call.count}` : ''}`
        if (phases.at(-1) !== shown) phases.push(shown)
      }),
    )
    const sending = form.send({ calls: three })
    await kit.until(() => held.length === 1)
    expect(kit.asked).toHaveLength(2)
    held[0]?.()
    await kit.until(() => held.length === 2)
    expect(kit.foyer.store.getState().snackbar).toBeUndefined()
    held[1]?.()
    const { id } = await sending
    await kit.until(() => held.length === 3)
    kit.wallet.mined = async (hash) => ({ hash, status: 'success' })
    expect(await callsStatus(kit.foyer, { id })).toMatchObject({ status: 'pending', statusCode: 100 })
    held[2]?.()
    await kit.until(() => form.get().phase === 'done')
    expect(kit.asked.slice(1)).toEqual(three)
    expect(phases).toEqual(['asking', 'asking 1 of 3', 'asking 2 of 3', 'asking 3 of 3', 'sent', 'done'])
    expect(kit.foyer.store.getState().snackbar).toEqual({ variant: 'success', message: 'account.transactionMined' })
    expect(await waitForCalls(kit.foyer, { id })).toEqual({
      ...{ id, networkId: 'eip155:1', status: 'success', statusCode: 200, atomic: false },
      receipts: ['0x1', '0x2', '0x3'].map((hash) => ({ hash, status: 'success' })),
    })
  })

  test('stops at the first that fails, and what became of each is told exactly', async () => {
    const mined = async (hash: string) => ({ hash, status: hash === '0x2' ? 'reverted' : 'success' }) as const
    const kit = await kitOf({ mined })
    const form = createCalls(kit.foyer)
    stops.push(form.subscribe(() => {}))
    const error = await failure(form.send({ calls: three, id: '0xown' }))
    expect(error).toBeInstanceOf(CallsStoppedError)
    expect(error).toMatchObject({
      notice: 'error.callsStopped',
      facts: { count: 3, succeeded: 1, unsent: 1, why: 'transaction_failed' },
      calls: [{ status: 'success', hash: '0x1' }, { status: 'failed', hash: '0x2' }, { status: 'unsent' }],
    })
    expect(kit.asked).toHaveLength(3)
    expect(form.get()).toMatchObject({ phase: 'partial', notice: 'error.callsStopped', outcomes: { length: 3 } })
    expect(await callsStatus(kit.foyer, { id: '0xown' })).toMatchObject({ status: 'failure', statusCode: 600 })
  })

  test.each([
    ['a refusal', new UserRejectedError(), 'refused', 'error.callsStopped', undefined],
    ['silence', new RequestTimeoutError({ timeoutMs: 1 }), 'unclear', 'error.mayHaveBeenSent', true],
  ] as const)(
    '%s at the second leaves the first as it is, and says so',
    async (_, cause, status, notice, mayHaveBeenSent) => {
      const kit = await kitOf({
        one: (number) => (number === 2 ? Promise.reject(cause) : Promise.resolve({ hash: `0x${number}` })),
      })
      const error = await failure(sendCalls(kit.foyer, { calls: three, id: '0xown' }))
      expect(error).toMatchObject({
        notice,
        calls: [{ status: 'success', hash: '0x1' }, { status }, { status: 'unsent' }],
      })
      // EIP-5792: a part of it was carried out, however many of those that were sent succeeded.
      const partly = { status: 'failure', statusCode: 600, receipts: [{ hash: '0x1', status: 'success' }] }
      expect(await callsStatus(kit.foyer, { id: '0xown' })).toMatchObject(partly)
      expect(await waitForCalls(kit.foyer, { id: '0xown' })).toMatchObject(partly)
      expect(kit.attempt()?.end).toEqual({ status: 'failed', code: 'calls_stopped', notice, mayHaveBeenSent })
    },
  )

  test('of calls of which none succeeded the whole has failed: reverted 500', async () => {
    const kit = await kitOf({ mined: async (hash) => ({ hash, status: 'reverted' }) })
    await failure(sendCalls(kit.foyer, { calls: three, id: '0xown' }))
    expect(await callsStatus(kit.foyer, { id: '0xown' })).toMatchObject({ status: 'failure', statusCode: 500 })
  })

  test('a refusal of the first is a refusal: nothing was sent', async () => {
    const kit = await kitOf({ one: () => Promise.reject(new UserRejectedError()) })
    expect(await failure(sendCalls(kit.foyer, { calls: three }))).toBeInstanceOf(UserRejectedError)
    expect(kit.tracked()).toEqual([])
  })

  test('the host’s signal ends it between two calls, and what stands is told', async () => {
    const controller = new AbortController()
    const kit = await kitOf({ mined: () => new Promise(() => {}) })
    const sending = failure(sendCalls(kit.foyer, { calls: three, signal: controller.signal }))
    await kit.until(() => kit.tracked().length === 1)
    controller.abort()
    expect(await sending).toMatchObject({
      code: 'calls_stopped',
      calls: [{ status: 'pending', hash: '0x1' }, { status: 'unsent' }, { status: 'unsent' }],
    })
    expect(kit.asked).toHaveLength(2)
  })

  test.each([
    ['what must be one', { calls: three, atomicRequired: true }, 5760],
    ['a capability that it can’t leave out', { calls: three, capabilities: { paymasterService: { url: 'x' } } }, 5700],
    [
      'more than anybody reads',
      { calls: [{ to: '0xa' }, ...Array.from({ length: mostOneByOne }, () => ({}))] as const },
      5740,
    ],
  ])('isn’t asked for %s', async (_, request, walletCode) => {
    const kit = await kitOf()
    expect(
      await failure(sendCalls(kit.foyer, { ...request, calls: [request.calls[0], ...request.calls.slice(1)] })),
    ).toMatchObject({
      code: 'wallet_capability',
      walletCode,
    })
    expect(kit.asked).toHaveLength(1)
  })

  test('one call that must be one is one, and a capability that may be left out is', async () => {
    const kit = await kitOf()
    const capabilities = { paymasterService: { url: 'x', optional: true } }
    const { id } = await sendCalls(kit.foyer, { calls: [{ to: '0xa' }], atomicRequired: true, capabilities })
    expect(await waitForCalls(kit.foyer, { id })).toMatchObject({ statusCode: 200 })
  })
})

test('a family without calls has none, and says so', async () => {
  const kit = await kitOf()
  for (const each of ['sendCalls', 'sendCall', 'callsStatus'] as const) delete kit.actions[each]
  expect(await failure(sendCalls(kit.foyer, { calls: three }))).toMatchObject({ code: 'action_unsupported' })
  expect(await failure(callsStatus(kit.foyer, { id: '0xid' }))).toMatchObject({ code: 'action_unsupported' })
  expect(kit.attempt()).toBeUndefined()
})

test('two batches at once take no place from each other', async () => {
  const held: ((sent: SentCalls) => void)[] = []
  const kit = await kitOf({ batch: () => new Promise((resolve) => held.push(resolve)) })
  const both = [sendCalls(kit.foyer, { calls: three }), sendCalls(kit.foyer, { calls: three })]
  await kit.until(() => held.length === 2)
  for (const [index, answer] of held.entries()) answer({ id: `0x${index}` })
  expect(await Promise.all(both)).toEqual([{ id: '0x0' }, { id: '0x1' }])
})
