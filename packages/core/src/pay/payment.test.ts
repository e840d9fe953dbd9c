import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransactionFailedError } from '../errors/action.js'
import { AbortedError } from '../errors/connection.js'
import type { FoyerError } from '../errors/FoyerError.js'
import { PayError } from '../errors/feature.js'
import { UserRejectedError } from '../errors/wallet.js'
import type { Attempt } from '../state/attempt.js'
import { baseUSDC, checkPayRequest } from './payAsset.js'
import { canLeave, isRunning, type KeptPay, type KeptPayment, nextPay, type PayEvent, shownPay } from './payment.js'

const wanted = checkPayRequest({ asset: baseUSDC, amount: '1', recipient: `0x${'ab'.repeat(20)}` })
const exchange = { id: 'one', name: 'One', imageUrl: '' }
const byWallet = (id: number): KeptPayment => ({ id, way: { type: 'wallet', name: 'Maple' } })
const byExchange = (id: number): KeptPayment => ({ id, way: { type: 'exchange', exchange }, step: 'following' })
const started = (payment: KeptPayment): KeptPay => nextPay({ request: wanted }, { type: 'started', payment })

test('while a payment runs no other takes its place', () => {
  const state = started(byWallet(1))
  expect(nextPay(state, { type: 'started', payment: byExchange(2) })).toBe(state)
})

test('a payment that a wallet was asked for can’t be left; one at an exchange, and one that failed, can', () => {
  const asked = started(byWallet(1))
  expect(nextPay(asked, { type: 'left', id: 1 })).toBe(asked)
  expect(nextPay(started(byExchange(1)), { type: 'left', id: 1 })).toEqual({ request: wanted })
  const end = { status: 'failed', error: new AbortedError() } as const
  expect(nextPay(nextPay(asked, { type: 'moved', id: 1, change: { end } }), { type: 'left', id: 1 })).toEqual({
    request: wanted,
  })
})

test('a late answer of a superseded payment changes nothing, and what has ended stays as it ended', () => {
  const state = started(byWallet(2))
  expect(nextPay(state, { type: 'moved', id: 1, change: { attemptId: 3 } })).toBe(state)
  expect(nextPay(state, { type: 'moved', id: 1, change: { end: { status: 'completed' } } })).toBe(state)
  const ended = nextPay(state, { type: 'moved', id: 2, change: { end: { status: 'completed' }, hash: '0x1' } })
  expect(ended.payment).toMatchObject({ hash: '0x1', end: { status: 'completed' } })
  expect(nextPay(ended, { type: 'moved', id: 2, change: { isStale: true } })).toBe(ended)
  expect(ended.payment && canLeave(ended.payment)).toBe(false)
})

const attempt = (change: Partial<Pick<Attempt, 'id' | 'step' | 'end'>>): Attempt => ({
  ...{ id: 7, kind: 'pay', networkId: 'eip155:8453', address: '0xA1', step: { type: 'starting' } },
  ...change,
})
const asking = attempt({ step: { type: 'walletPrompt' } })
const sent = attempt({ step: { type: 'sent', hash: '0x1' } })
const paying: KeptPayment = { ...byWallet(1), attemptId: 7 }

test.each<[string, Partial<KeptPayment>, Attempt | undefined, boolean, object]>([
  ['before it has begun, elsewhere', {}, undefined, false, { step: 'switching' }],
  ['before it has begun, on its network', {}, undefined, true, { step: 'confirming' }],
  ['while the network is changed', {}, attempt({}), false, { step: 'switching' }],
  ['while the wallet is asked, wherever it is', {}, asking, false, { step: 'confirming' }],
  ['once it is sent', {}, sent, false, { step: 'mining', hash: '0x1' }],
  ['once it is in a block', { hash: '0x2' }, sent, true, { step: 'mining', hash: '0x2' }],
  ['beside another attempt', {}, { ...sent, id: 6 }, true, { step: 'confirming', hash: undefined }],
  ['at an exchange', { step: 'following', attemptId: undefined }, undefined, false, { step: 'following' }],
  ['when it is paid', { end: { status: 'completed' } }, sent, true, { hash: '0x1', end: { status: 'completed' } }],
])('a payment %s', (_, kept, newest, isThere, shown) => {
  const { attemptId: _id, ...rest } = { ...paying, ...kept }
  const { payment, request } = shownPay({ request: wanted, payment: { ...paying, ...kept } }, { newest, isThere })
  expect(payment).toEqual({ hash: undefined, end: undefined, ...rest, ...shown, step: expect.any(String) })
  expect(payment).toMatchObject(shown)
  expect([request, shownPay({ request: wanted }, { newest, isThere })]).toEqual([wanted, { request: wanted }])
})

const mined = { hash: '0x1', networkId: 'eip155:8453', kind: 'send' } as const
const failed = (mayHaveBeenSent: true | undefined): Attempt['end'] => ({
  ...{ status: 'failed', code: 'json_rpc', notice: 'error.unknown', mayHaveBeenSent },
})
test.each<[string, string, FoyerError, Attempt['end']]>([
  ['reverted', 'the network reverts', new TransactionFailedError({ ...mined, status: 'reverted' }), failed(undefined)],
  ['failed', 'was cancelled', new TransactionFailedError({ ...mined, status: 'cancelled' }), failed(undefined)],
  ['unclear', 'was sent and isn’t followed', new PayError({ code: 'pay_failed' }), { status: 'succeeded' }],
  ['unclear', 'may have been sent', new UserRejectedError(), failed(true)],
  ['declined', 'the visitor refuses', new UserRejectedError(), failed(undefined)],
  ['declined', 'the visitor refuses before', new UserRejectedError(), undefined],
  ['failed', 'the wallet refuses', new PayError({ code: 'pay_failed' }), failed(undefined)],
])('[F27] is %s: one that %s', (reason, _, error, end) => {
  const payment: KeptPayment = { ...paying, end: { status: 'failed', error } }
  const { payment: shown } = shownPay({ payment }, { newest: attempt({ end }), isThere: true })
  expect(shown?.end).toEqual({ status: 'failed', reason, error })
  // Another's end says nothing of it.
  const beside = shownPay({ payment }, { newest: { ...attempt({ end }), id: 6 }, isThere: true })
  expect(beside.payment?.end).toMatchObject({
    reason: reason === 'unclear' ? expect.not.stringMatching('unclear') : reason,
  })
})

test('[F27] whatever happens, a wallet’s payment that runs is replaced by nothing but its own end', () => {
  const id = fc.integer({ min: 1, max: 3 })
  const error = new AbortedError()
  const event: fc.Arbitrary<PayEvent> = fc.oneof(
    fc
      .tuple(id, fc.boolean())
      .map(([n, wallet]): PayEvent => ({ type: 'started', payment: wallet ? byWallet(n) : byExchange(n) })),
    id.map((n): PayEvent => ({ type: 'moved', id: n, change: { attemptId: 3 } })),
    fc.tuple(id, fc.boolean()).map(
      ([n, paid]): PayEvent => ({
        type: 'moved',
        id: n,
        change: { end: paid ? { status: 'completed' } : { status: 'failed', error } },
      }),
    ),
    id.map((n): PayEvent => ({ type: 'left', id: n })),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let state: KeptPay = { request: wanted }
      for (const each of events) {
        const before = state.payment
        state = nextPay(state, each)
        if (isRunning(before) && before.way.type === 'wallet') expect(state.payment?.id).toBe(before.id)
      }
    }),
  )
})
