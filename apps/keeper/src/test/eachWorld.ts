import { afterEach, beforeEach } from 'vitest'
import { startWorld, type World } from './keeperWorld.js'

/**
 * A keeper of its own for each test of a file, closed after it.
 *
 * @param begin - receives it before the test, which waits for what this does
 * @example
 * let world: World
 * eachWorld((started) => {
 *   world = started
 * })
 */
export function eachWorld(begin: (world: World) => unknown): void {
  let world: World | undefined
  beforeEach(async () => {
    world = await startWorld()
    await begin(world)
  })
  afterEach(() => world?.close())
}
