import { expect, test } from 'vitest'
import { waitedOnce } from './waitedOnce.js'

/** Answers as the test has it, and a clock that goes as the test has it. */
function asking() {
  const answers: ((answer: string) => void)[] = []
  const timers = new Set<() => void>()
  let late = 0
  const ask = waitedOnce<string, string>({
    ...{ waitedMs: 500, otherwise: 'none', ask: () => new Promise((resolve) => answers.push(resolve)) },
    clock: {
      setTimeout(callback) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    onLate() {
      late += 1
    },
  })
  const pass = () => {
    for (const callback of timers) callback()
    timers.clear()
  }
  return { ask, answers, pass, late: () => late }
}

test('an answer that comes in time is what is said, and each thing is asked once', async () => {
  const { ask, answers, late } = asking()
  const both = [ask('a'), ask('a')]
  answers[0]?.('here')
  expect(await Promise.all([...both, ask('a')])).toEqual(['here', 'here', 'here'])
  expect([answers.length, late()]).toEqual([1, 0])
})

test('what comes later is said to be there, and is when it is asked for again', async () => {
  const { ask, answers, pass, late } = asking()
  const first = ask('a')
  pass()
  expect([await first, late()]).toEqual(['none', 0])
  answers[0]?.('here')
  await expect.poll(late).toBe(1)
  expect([await ask('a'), answers.length]).toEqual(['here', 1])
})
