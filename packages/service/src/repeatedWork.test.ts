import { expect, test } from 'vitest'
import { createRepeatedWork } from './repeatedWork.js'

/** A clock whose timers are rung by hand. */
function handClock() {
  const timers = new Map<() => void, number>()
  const setTimeout = (callback: () => void, ms: number) => {
    timers.set(callback, ms)
    return () => void timers.delete(callback)
  }
  const ring = () => {
    const due = [...timers.keys()]
    timers.clear()
    for (const callback of due) callback()
  }
  return { timers, setTimeout, ring }
}

const quiet = { warn: () => {} }

test('a round begins at once, and the next one a pause after its end', async () => {
  const clock = handClock()
  let rounds = 0
  const round = async () => void rounds++
  const work = createRepeatedWork({ name: 'w', everyMs: 700, clock, log: quiet, round })
  expect([rounds, clock.timers.size]).toEqual([0, 0])
  work.start()
  expect(rounds).toBe(1)
  await expect.poll(() => [...clock.timers.values()]).toEqual([700])
  clock.ring()
  await expect.poll(() => [rounds, clock.timers.size]).toEqual([2, 1])
  await work.stop()
  expect(clock.timers.size).toBe(0)
})

test('a round that fails is logged, and another one comes', async () => {
  const clock = handClock()
  const logged: unknown[] = []
  const error = new Error('away')
  const log = { warn: (facts: unknown) => void logged.push(facts) }
  const work = createRepeatedWork({ name: 'w', everyMs: 1, clock, log, round: () => Promise.reject(error) })
  work.start()
  await expect.poll(() => clock.timers.size).toBe(1)
  clock.ring()
  await expect
    .poll(() => logged)
    .toEqual([
      { work: 'w', error },
      { work: 'w', error },
    ])
  await work.stop()
})

test('stopping aborts the running round, waits for it, and runs the last round once', async () => {
  const clock = handClock()
  const done: string[] = []
  const logged: unknown[] = []
  const work = createRepeatedWork({
    name: 'w',
    everyMs: 1,
    clock,
    log: { warn: (facts: unknown) => void logged.push(facts) },
    round: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          done.push('round')
          reject(signal.reason)
        })
      }),
    last: async () => void done.push('last'),
  })
  work.start()
  const stopping = work.stop()
  expect(work.stop()).toBe(stopping)
  await stopping
  // A round that ended because it was asked to didn't fail.
  expect([done, logged, clock.timers.size]).toEqual([['round', 'last'], [], 0])
  work.start()
  expect(done).toEqual(['round', 'last'])
})

test('work that was never begun can be stopped, and a failure of the last round is logged', async () => {
  const logged: unknown[] = []
  const error = new Error('away')
  const log = { warn: (facts: unknown) => void logged.push(facts) }
  const last = () => Promise.reject(error)
  const round = async () => {}
  await createRepeatedWork({ name: 'w', everyMs: 1, clock: handClock(), log, round, last }).stop()
  expect(logged).toEqual([{ work: 'w', error }])
})
