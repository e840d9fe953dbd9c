import type { TestClock } from './handClock.js'

/** Background work, as a server starts and stops it. */
interface Work {
  start(): void
  stop(): Promise<void>
}

/**
 * Runs background work until it rests for the first time, and stops it.
 * @param now - milliseconds since 1970, where the work's clock stands
 */
export async function runRound(create: (clock: TestClock) => Work, now: number): Promise<void> {
  let onRest = () => {}
  const rested = new Promise<void>((resolve) => {
    onRest = resolve
  })
  const setTimeout = () => {
    onRest()
    return () => {}
  }
  const work = create({ now: () => now, setTimeout })
  work.start()
  await rested
  await work.stop()
}
