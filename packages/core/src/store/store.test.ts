import { expect, test, vi } from 'vitest'
import { createStore } from './store.js'

const initial = { n: 0, name: 'first' }

test('merges a change into the state, by value or from the state before it, and keeps the state that it was made with', () => {
  const store = createStore(initial)
  store.setState({ n: 1 })
  store.setState(({ n }) => ({ n: n + 1 }))
  expect(store.getState()).toEqual({ n: 2, name: 'first' })
  expect(store.getInitialState()).toBe(initial)
  expect(initial).toEqual({ n: 0, name: 'first' })
})

test('emits each state with the one before it, until unsubscribed', () => {
  const store = createStore(initial)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  store.setState({ n: 1 })
  expect(listener).toHaveBeenCalledExactlyOnceWith({ n: 1, name: 'first' }, initial)
  expect(listener.mock.calls[0]?.[0]).toBe(store.getState())
  unsubscribe()
  unsubscribe()
  store.setState({ n: 2 })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('the same state emits nothing, and keeps its reference', () => {
  const store = createStore(initial)
  const listener = vi.fn()
  store.subscribe(listener)
  store.setState((state) => state)
  expect(listener).not.toHaveBeenCalled()
  expect(store.getState()).toBe(initial)
})

test('a listener that subscribes twice is called twice, and each leaves by itself', () => {
  const store = createStore(initial)
  const listener = vi.fn()
  const leave = store.subscribe(listener)
  store.subscribe(listener)
  store.setState({ n: 1 })
  expect(listener).toHaveBeenCalledTimes(2)
  leave()
  store.setState({ n: 2 })
  expect(listener).toHaveBeenCalledTimes(3)
})

test('each change is seen once, even where another listener changes the state meanwhile', () => {
  const store = createStore({ n: 0 })
  const seen: string[] = []
  store.subscribe(({ n }) => {
    if (n === 1) store.setState({ n: 2 })
  })
  store.subscribe(({ n }, before) => seen.push(`${before.n} to ${n}`))
  store.setState({ n: 1 })
  store.setState({ n: 3 })
  expect(seen).toEqual(['0 to 2', '2 to 3'])
})

test('one that unsubscribes another during a notification spares it that call; one that subscribes sees the next', () => {
  const store = createStore({ n: 0 })
  const gone = vi.fn()
  const late = vi.fn()
  let leave = () => {}
  const stop = store.subscribe(() => {
    stop()
    leave()
    store.subscribe(late)
  })
  leave = store.subscribe(gone)
  store.setState({ n: 1 })
  expect(gone).not.toHaveBeenCalled()
  expect(late).not.toHaveBeenCalled()
  store.setState({ n: 2 })
  expect(late).toHaveBeenCalledExactlyOnceWith({ n: 2 }, { n: 1 })
})
