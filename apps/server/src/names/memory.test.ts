import { expect, test } from 'vitest'
import { createMemory } from './memory.js'

const { signal } = new AbortController()

function openMemory({ most = 10 }: { most?: number } = {}) {
  const state = { time: 0, reads: [] as string[] }
  const freshMs = (value: string | null) => (value === null ? 10 : 100)
  const memory = createMemory<string | null>({ freshMs, most, now: () => state.time })
  const recall = (key: string, value: string | null = key) => {
    const read = async () => {
      state.reads.push(key)
      return value
    }
    return memory.recall({ key, read, signal })
  }
  return { state, memory, recall }
}

test('those who ask at the same time wait for one reading', async () => {
  const { state, recall } = openMemory()
  expect(await Promise.all([recall('a'), recall('a'), recall('b')])).toEqual(['a', 'a', 'b'])
  expect(state.reads).toEqual(['a', 'b'])
})

test('an answer is kept as long as it says, a nothing for less', async () => {
  const { state, recall } = openMemory()
  await recall('a')
  await recall('none', null)
  state.time = 10
  await recall('a')
  await recall('none', null)
  expect(state.reads).toEqual(['a', 'none', 'none'])
  state.time = 100
  await recall('a')
  expect(state.reads).toEqual(['a', 'none', 'none', 'a'])
})

test('a failure is told and not kept', async () => {
  const { memory, recall } = openMemory()
  const read = () => Promise.reject(new Error('away'))
  await expect(memory.recall({ key: 'a', read, signal })).rejects.toThrow('away')
  expect(await recall('a')).toBe('a')
})

test('the oldest answers go', async () => {
  const { state, recall } = openMemory({ most: 2 })
  for (const key of ['a', 'b', 'c', 'b', 'a']) await recall(key)
  expect(state.reads).toEqual(['a', 'b', 'c', 'a'])
})

test('who goes away stops waiting; the others get the answer', async () => {
  const { memory } = openMemory()
  const leaving = new AbortController()
  let answer = (_: string) => {}
  const late = new Promise<string>((resolve) => {
    answer = resolve
  })
  const read = () => late
  const first = memory.recall({ key: 'a', read, signal: leaving.signal })
  const second = memory.recall({ key: 'a', read, signal })
  leaving.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  answer('a')
  expect(await second).toBe('a')
  await expect(memory.recall({ key: 'a', read, signal: leaving.signal })).rejects.toThrow('gone')
})
