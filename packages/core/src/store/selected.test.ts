import { expect, test } from 'vitest'
import { observable } from './observable.js'
import { selected } from './selected.js'
import { createStore } from './store.js'

/** The names of a state, and a number beside it. */
function followed() {
  const store = createStore({ names: ['ada'], unrelated: 0 })
  const beside = observable(1)
  const source = selected({
    store,
    beside: [beside],
    select: ({ names }, { isInitial }) => ({ names: [...names], number: isInitial ? 0 : beside.get() }),
  })
  return { store, beside, source }
}

test('follows the state and what is beside it, until it is left', () => {
  const { store, beside, source } = followed()
  const seen: unknown[] = []
  const stop = source.subscribe(() => seen.push(source.get()))
  store.setState({ names: ['bob'] })
  beside.set(2)
  stop()
  beside.set(3)
  store.setState({ names: [] })
  expect(seen).toEqual([
    { names: ['bob'], number: 1 },
    { names: ['bob'], number: 2 },
  ])
})

test('the same plain data keeps its reference', () => {
  const { store, source } = followed()
  const before = source.get()
  store.setState({ unrelated: 1 })
  expect(source.get()).toBe(before)
  store.setState({ names: ['bob'] })
  expect(source.get()).not.toBe(before)
})

test('a server renders the state that the store was made with', () => {
  const { store, source } = followed()
  store.setState({ names: ['bob'] })
  expect(source.getInitial()).toEqual({ names: ['ada'], number: 0 })
})
