import { beforeEach } from 'vitest'
import { startWorld, type World } from './keeperWorld.js'
import { oneDatabase } from './oneDatabase.js'

/**
 * A keeper of its own for each test of a file, on the one database of that file, emptied before it.
 *
 * @param begin - receives it before the test, which waits for what this does
 * @example
 * let world: World
 * eachWorld((started) => {
 *   world = started
 * })
 */
export function eachWorld(begin: (world: World) => unknown): void {
  const database = oneDatabase()
  beforeEach(async () => {
    await begin(await startWorld({ database: database() }))
  })
}
