import { expect, test } from 'vitest'
import { createEmitter } from './emitter.js'

function heardBy(event: string) {
  const reported: unknown[] = []
  const emitter = createEmitter((error) => void reported.push(error))
  const heard: unknown[] = []
  return { emitter, heard, reported, listener: (value: unknown) => void heard.push([event, value]) }
}

test('a listener of once is gone before it is called, also where it emits again or throws', () => {
  const { emitter, reported } = heardBy('x')
  let calls = 0
  emitter.once('x', () => {
    calls += 1
    emitter.emit('x')
    throw new Error('of the host')
  })
  expect(emitter.emit('x')).toBe(true)
  expect(emitter.emit('x')).toBe(false)
  expect([calls, reported.length, emitter.listenerCount('x')]).toEqual([1, 1, 0])
})

test('a listener that was added twice is taken away once, and all of an event or of every event at once', () => {
  const { emitter, heard, listener } = heardBy('x')
  emitter.on('x', listener).addListener('x', listener).on('y', listener).setMaxListeners(1)
  emitter.off('x', listener)
  emitter.emit('x', 1)
  expect(heard).toEqual([['x', 1]])
  emitter.removeAllListeners('x')
  expect([emitter.listenerCount('x'), emitter.listenerCount('y')]).toEqual([0, 1])
  emitter.removeAllListeners()
  expect(emitter.listenerCount('y')).toBe(0)
})

test('a listener that comes or goes while an event is emitted changes the next', () => {
  const { emitter, heard, listener } = heardBy('x')
  const adding = () => void emitter.on('x', listener).off('x', adding)
  emitter.on('x', adding)
  emitter.emit('x', 1)
  expect(heard).toEqual([])
  emitter.emit('x', 2)
  expect(heard).toEqual([['x', 2]])
})
