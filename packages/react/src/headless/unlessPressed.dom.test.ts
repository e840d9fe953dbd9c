import { observable } from '@foyer/core/internal'
import { expect, test } from 'vitest'
import { manualClock } from '../modal/test/manualClock.js'
import { unlessPressed } from './unlessPressed.js'

const happens = (type: string) => window.dispatchEvent(new Event(type))

/** A number that is looked at, and what it was each time that it changed. */
function looked() {
  const clock = manualClock()
  const value = observable(0)
  const { get, subscribe } = unlessPressed(value, { clock })
  const told: number[] = []
  return { clock, value, get, told, stop: subscribe(() => told.push(get())) }
}

test.each(['pointerup', 'pointercancel'])(
  'stands from a press until 350 ms after its %s, and then is the last',
  async (end) => {
    const { clock, value, get, told, stop } = looked()
    value.set(1)
    happens('pointerdown')
    value.set(2)
    happens(end)
    value.set(3)
    await clock.advance(349)
    expect([get(), told]).toEqual([1, [1]])
    await clock.advance(1)
    expect([get(), told]).toEqual([3, [1, 3]])
    value.set(4)
    expect(get()).toBe(4)
    stop()
  },
)

test('stands for as long as one press follows another', async () => {
  const { clock, value, get, stop } = looked()
  happens('pointerdown')
  value.set(1)
  happens('pointerup')
  await clock.advance(200)
  happens('pointerdown')
  await clock.advance(10_000)
  expect(get()).toBe(0)
  happens('pointerup')
  await clock.advance(350)
  expect(get()).toBe(1)
  stop()
})

test('is not held by the press that led there, nor listened for once nobody looks', async () => {
  const { clock, value, get, told, stop } = looked()
  happens('pointerup')
  value.set(1)
  expect(get()).toBe(1)
  happens('pointerdown')
  value.set(2)
  happens('pointerup')
  stop()
  await clock.advance(350)
  expect(told).toEqual([1])
})
