import { expect, test } from 'vitest'
import { watchState } from './selectors.js'
import { createStore } from './store.js'

test('sees each change once, even where another listener changes the state meanwhile', () => {
  const store = createStore<{ readonly n: number }>({ n: 0 })
  const seen: string[] = []
  store.subscribe(({ n }) => {
    if (n === 1) store.setState({ n: 2 })
  })
  const stop = watchState(store, ({ n }, before) => seen.push(`${before.n} to ${n}`))
  store.setState({ n: 1 })
  store.setState({ n: 3 })
  stop()
  store.setState({ n: 4 })
  expect(seen).toEqual(['0 to 2', '2 to 3'])
})
