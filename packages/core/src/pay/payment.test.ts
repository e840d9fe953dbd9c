import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AbortedError } from '../errors/connection.js'
import { baseUSDC, checkPayRequest } from './payAsset.js'
import { canLeave, isRunning, type KeptPay, type KeptPayment, nextPay, type PayEvent } from './payment.js'

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
