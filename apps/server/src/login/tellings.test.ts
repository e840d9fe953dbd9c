import { expect, test } from 'vitest'
import { handClock } from '../test/handClock.js'
import { createTellings } from './tellings.js'

const never = new AbortController().signal

test('whoever waits is told at once, each of them and of that alone, and nothing is left', async () => {
  const clock = handClock()
  const tellings = createTellings(clock)
  const told = [tellings.next('one', never), tellings.next('one', never)]
  const other = tellings.next('other', never)
  tellings.tell('one')
  expect(await Promise.all(told)).toEqual([true, true])
  expect(clock.waiting()).toBe(1)
  clock.expire()
  expect(await other).toBe(true)
  tellings.tell('one')
})

test('who has gone waits no longer, nor who was gone before', async () => {
  const clock = handClock()
  const tellings = createTellings(clock)
  const leaving = new AbortController()
  const waiting = tellings.next('one', leaving.signal)
  leaving.abort()
  expect([await waiting, await tellings.next('one', leaving.signal), clock.waiting()]).toEqual([true, true, 0])
})

test('beyond two hundred nobody waits, until one of them has ended', async () => {
  const tellings = createTellings(handClock())
  const waiting = Array.from({ length: 200 }, (_, each) => tellings.next(`${each}`, new AbortController().signal))
  expect(await tellings.next('another', never)).toBe(false)
  tellings.tell('7')
  expect(await waiting[7]).toBe(true)
  const next = tellings.next('another', never)
  tellings.tell('another')
  expect(await next).toBe(true)
})
