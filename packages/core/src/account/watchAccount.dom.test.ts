import type { QueryObserverOptions } from '@tanstack/query-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeKit } from '../test/fakeKit.js'
import { startQuery } from './watchAccount.js'

// The cache counts by the machine's clock and timers.
beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A kit whose queries answer with their own key and how often they were asked. */
function queryKit() {
  const { foyer, errors } = fakeKit()
  let asked = 0
  const query = (key: string, more: Partial<QueryObserverOptions<string>> = {}): QueryObserverOptions<string> => ({
    queryKey: [key],
    staleTime: 30_000,
    queryFn: async () => `${key} ${++asked}`,
    ...more,
  })
  const received: (string | undefined)[] = []
  const follow = (options: QueryObserverOptions<string>) =>
    startQuery({ foyer, query: options, listener: ({ data }) => received.push(data) })
  return { foyer, errors, query, follow, received, asked: () => asked }
}

test('the listener is called at once and with the answer; who follows the same within its lifetime shares it', async () => {
  const { query, follow, received, asked } = queryKit()
  const one = follow(query('a'))
  expect(received).toContain(undefined)
  await pass(0)
  expect(received.at(-1)).toBe('a 1')
  const other = follow(query('a'))
  expect(received.at(-1)).toBe('a 1')
  await pass(0)
  expect(asked()).toBe(1)
  one.refetch()
  await pass(0)
  expect(received.slice(-2)).toEqual(['a 2', 'a 2'])
  one.stop()
  other.stop()
})

test('[S9.9] an answer that has outlived its lifetime is asked for anew by who comes then', async () => {
  const { query, follow, asked } = queryKit()
  follow(query('a')).stop()
  await pass(29_999)
  const soon = follow(query('a'))
  await pass(0)
  soon.stop()
  expect(asked()).toBe(1)
  await pass(1)
  follow(query('a'))
  await pass(0)
  expect(asked()).toBe(2)
})

test('what is followed can be changed, and nothing is asked after stopping', async () => {
  const { query, follow, received, asked } = queryKit()
  const followed = follow(query('a', { refetchInterval: 10_000 }))
  await pass(10_000)
  expect(received.at(-1)).toBe('a 2')
  followed.setOptions(query('b', { refetchInterval: 10_000 }))
  await pass(0)
  expect(received.at(-1)).toBe('b 3')
  followed.stop()
  await pass(60_000)
  expect(asked()).toBe(3)
})

test('a failure goes to the host’s onError, once for all that follow', async () => {
  const { query, follow, errors } = queryKit()
  const broken = query('a', { queryFn: () => Promise.reject(new Error('down')) })
  follow(broken)
  follow(broken)
  await pass(0)
  expect(errors).toHaveLength(1)
})
