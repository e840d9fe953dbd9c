import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '../errors/http.js'
import { fakeKit } from '../test/fakeKit.js'
import type { Definition, Fetched } from './definition.js'
import { follow } from './follow.js'

// The cache counts by the machine's clock and timers.
beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000 }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

interface Input {
  readonly key: string
}

type Named = Definition<Input, string, string, string>

/** A kit whose thing is answered with its own key and how often it was asked for. */
function followKit(more: Partial<Named> = {}) {
  const { foyer, errors } = fakeKit()
  const listeners = new Set<() => void>()
  let asked = 0
  let isThere = true
  const definition: Named = {
    subject: (_, { key }) => (isThere ? key : undefined),
    key: (key) => [key],
    freshMs: 30_000,
    read: async ({ subject, cursor = '' }) => `${subject}${cursor} ${++asked}`,
    data: (answers) => answers.join(', ') || undefined,
    changes(_, look) {
      listeners.add(look)
      return () => listeners.delete(look)
    },
    ...more,
  }
  const received: Fetched<string>[] = []
  const watch = (key = 'a') => follow({ foyer, definition, input: { key }, emit: (fetched) => received.push(fetched) })
  const change = (next: boolean) => {
    isThere = next
    for (const look of listeners) look()
  }
  return { errors, watch, change, received, last: () => received.at(-1), asked: () => asked }
}

test('emits at once and with the answer; who follows the same within its lifetime shares it', async () => {
  const { watch, received, last, asked } = followKit()
  const stop = watch()
  expect(last()).toMatchObject({ status: 'loading', data: undefined })
  await pass(0)
  expect(last()).toMatchObject({ status: 'ready', data: 'a 1' })
  const stopOther = watch()
  expect(last()?.data).toBe('a 1')
  await pass(0)
  expect(asked()).toBe(1)
  last()?.refetch()
  await pass(0)
  expect(received.slice(-2).map(({ data }) => data)).toEqual(['a 2', 'a 2'])
  stop()
  stopOther()
})

test('[S9.9] an answer that has outlived its lifetime is asked for anew by who comes then', async () => {
  const { watch, asked } = followKit()
  const first = watch()
  await pass(0)
  first()
  await pass(29_999)
  const soon = watch()
  await pass(0)
  soon()
  expect(asked()).toBe(1)
  await pass(1)
  watch()
  await pass(0)
  expect(asked()).toBe(2)
})

test('follows what is asked about: idle while that is nothing, and nothing is asked after stopping', async () => {
  const { watch, change, last, asked } = followKit({ pollMs: () => 10_000 })
  const stop = watch()
  await pass(10_000)
  expect(last()?.data).toBe('a 2')
  change(false)
  expect(last()).toMatchObject({ status: 'idle' })
  expect(last()?.data).toBeUndefined()
  await pass(60_000)
  expect(asked()).toBe(2)
  change(true)
  await pass(0)
  expect(last()).toMatchObject({ status: 'ready', data: 'a 3' })
  stop()
  change(false)
  expect(last()?.status).toBe('ready')
  await pass(60_000)
  expect(asked()).toBe(3)
})

test('a failure goes to the host’s onError, once for all that follow', async () => {
  const error = new Error('down')
  const { watch, last, errors } = followKit({ read: () => Promise.reject(error) })
  watch()
  watch()
  await pass(0)
  expect(errors).toHaveLength(1)
  expect(last()).toMatchObject({ status: 'failed', data: undefined, error })
})

test.each([
  ['10 s after as well', new Error('down'), undefined, 2],
  ['by what rests after a failure 30 s after', new Error('down'), true, 1],
  ['by what rests no more of a server out of service', new HttpError({ status: 503, body: '' }), true, 0],
] as const)('[S9.25] what fails is polled %s', async (_, error, restsAfterFailure, times) => {
  let failures = 0
  const read = () => {
    failures += 1
    return Promise.reject(error)
  }
  const { watch } = followKit({ read, pollMs: () => 10_000, ...(restsAfterFailure && { restsAfterFailure }) })
  const stop = watch()
  await pass(0)
  expect(failures).toBe(1)
  await pass(restsAfterFailure ? 30_000 : 20_000)
  expect(failures).toBe(1 + times)
  stop()
})

test('a page that is asked for while the first are read anew comes after them', async () => {
  const ends: (() => void)[] = []
  const { watch, last } = followKit({
    nextPage: (page) => `${page}+`,
    read: ({ cursor = 'a' }) => new Promise((resolve) => ends.push(() => resolve(cursor))),
  })
  const stop = watch()
  await pass(0)
  ends[0]?.()
  await pass(0)
  expect(last()).toMatchObject({ data: 'a', more: 'there' })
  last()?.refetch()
  await pass(0)
  last()?.loadMore()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await pass(0)
  expect(last()?.more).toBe('loading')
  ends[2]?.()
  await pass(0)
  expect(last()).toMatchObject({ status: 'ready', data: 'a, a+', more: 'there' })
  stop()
})
