import { expect, test } from 'vitest'
import { spreadOverTurns } from './spreadOverTurns.js'

test('so many go on in a turn, in the order in which they came, and all do', async () => {
  const nextTurn = spreadOverTurns({ perTurn: 2 })
  const done: string[] = []
  const work = async (name: string) => {
    await nextTurn()
    done.push(name)
  }
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(work))
  const turns: string[] = []
  while (done.length < 5) {
    await new Promise((resolve) => setImmediate(resolve))
    turns.push(done.join(''))
  }
  await all
  expect(turns).toEqual(['ab', 'abcd', 'abcde'])
  await work('f')
  expect(done.at(-1)).toBe('f')
})
