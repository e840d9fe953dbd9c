import type { BackgroundWork } from '../background.js'
import type { Clock } from '../clock.js'

/**
 * Runs background work until it rests for the first time, and stops it. For tests; nothing in the product imports this.
 * @param now - milliseconds since 1970, where the work's clock stands
 */
export async function runRound(create: (clock: Clock) => BackgroundWork, now: number): Promise<void> {
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
