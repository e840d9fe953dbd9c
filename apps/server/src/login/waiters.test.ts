import { handClock } from '@foyer/service-testing/handClock'
import { expect, test } from 'vitest'
import { createWaiters } from './waiters.js'

const never = new AbortController().signal

test('whoever waits is told at once, each of them and of that alone, and nothing is left', async () => {
  const clock = handClock()
  const waiters = createWaiters(clock)
  const next = (id: string, client: string) => waiters.next({ id, client, signal: never })
  const told = [next('one', '192.0.2.1'), next('one', '192.0.2.1')]
  const other = next('other', '192.0.2.1')
  waiters.wake('one')
  expect(await Promise.all(told)).toEqual([true, true])
  expect(clock.waiting()).toBe(1)
  clock.expire()
  expect(await other).toBe(true)
  waiters.wake('one')
})

test('who has gone waits no longer, nor who was gone before', async () => {
  const clock = handClock()
  const waiters = createWaiters(clock)
  const leaving = new AbortController()
  const asked = { id: 'one', client: '192.0.2.1', signal: leaving.signal }
  const waiting = waiters.next(asked)
  leaving.abort()
  expect([await waiting, await waiters.next(asked), clock.waiting()]).toEqual([true, true, 0])
})

test('beyond two hundred nobody waits, until one of them has ended', async () => {
  const waiters = createWaiters(handClock())
  const next = (id: string, client: string) => waiters.next({ id, client, signal: never })
  const waiting = Array.from({ length: 200 }, (_, each) => next(`${each}`, `10.0.${each}.1`))
  expect(await next('another', '192.0.2.1')).toBe(false)
  waiters.wake('7')
  expect(await waiting[7]).toBe(true)
  const another = next('another', '192.0.2.1')
  waiters.wake('another')
  expect(await another).toBe(true)
})

test.each([
  ['300 /64s of one /48', (each: number) => `2001:db8:1:${each.toString(16)}::/64`],
  ['14 IPv4 networks', (each: number) => `10.0.${each % 14}.${each % 250}`],
])('beside %s that wait for all that they can, another network waits too', async (_, clientOf) => {
  const waiters = createWaiters(handClock())
  for (let each = 0; each < 1_000; each += 1)
    void waiters.next({ id: `${each}`, client: clientOf(each), signal: never })
  const waiting = waiters.next({ id: 'another', client: '192.0.2.1', signal: never })
  waiters.wake('another')
  expect(await waiting).toBe(true)
})
