import { expect, test } from 'vitest'
import { atEndOf, whenThere } from './soon.js'

test('what is there is gone on with at once, what will be when it comes', async () => {
  expect(whenThere(1, (value) => value + 1)).toBe(2)
  const later = whenThere(Promise.resolve(1), (value) => value + 1)
  expect(later).toBeInstanceOf(Promise)
  expect(await later).toBe(2)
})

test('a work has its end once, whether it answers, fails, or waits before it does', async () => {
  const ended: string[] = []
  const end = (name: string) => () => void ended.push(name)
  const fail = () => {
    throw new Error('It fails.')
  }
  expect(atEndOf(() => 1, end('answers'))).toBe(1)
  expect(() => atEndOf(fail, end('fails'))).toThrow('It fails.')
  const waits = atEndOf(() => Promise.resolve(2), end('waits'))
  expect(ended).toEqual(['answers', 'fails'])
  expect(await waits).toBe(2)
  await expect(atEndOf(() => Promise.resolve().then(fail), end('fails later'))).rejects.toThrow('It fails.')
  expect(ended).toEqual(['answers', 'fails', 'waits', 'fails later'])
})
