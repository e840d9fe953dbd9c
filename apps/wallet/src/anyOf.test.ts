import { afterEach, expect, test, vi } from 'vitest'
import { anyOf } from './anyOf.js'

afterEach(() => vi.restoreAllMocks())

test('it aborts once one of them does, for its reason, and for no other after that', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const either = anyOf([one.signal, other.signal])
  expect(either.aborted).toBe(false)
  const reason = new Error('left')
  other.abort(reason)
  one.abort(new Error('late'))
  expect([either.aborted, either.reason]).toEqual([true, reason])
})

test('of one that is over already it is over at once; of none it never is', () => {
  expect(anyOf([new AbortController().signal, AbortSignal.abort('over')])).toMatchObject({
    aborted: true,
    reason: 'over',
  })
  expect(anyOf([]).aborted).toBe(false)
})

test('it does where a browser of 2022 has nothing of the kind', () => {
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function')
  })
  expect(anyOf([AbortSignal.abort()]).aborted).toBe(true)
})
