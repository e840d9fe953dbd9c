import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeTogether } from './writeTogether.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function gather() {
  const written: string[] = []
  return { written, ...writeTogether({ to: { write: (text) => void written.push(text) }, most: 64, waitMs: 100 }) }
}

test('lines are written together: after a while, when there are many, and when they are flushed', () => {
  const { written, write, flush } = gather()
  write('one\n')
  write('zwei: größer €\n')
  expect(written).toEqual([])
  vi.advanceTimersByTime(100)
  expect(written).toEqual(['one\nzwei: größer €\n'])
  for (let line = 0; line < 4; line++) write(`a line with the number ${line}\n`.slice(5))
  expect(written.slice(1)).toEqual(['e with the number 0\n', 'e with the number 1\n', 'e with the number 2\n'])
  flush()
  expect(written.at(-1)).toBe('e with the number 3\n')
  vi.advanceTimersByTime(1_000)
  expect(written).toHaveLength(5)
})

test('a line that is longer than what goes at once is written whole, behind those before it', () => {
  const { written, write } = gather()
  write('before\n')
  write(`${'€'.repeat(100)}\n`)
  write('after\n')
  vi.advanceTimersByTime(100)
  expect(written).toEqual(['before\n', `${'€'.repeat(100)}\n`, 'after\n'])
})
