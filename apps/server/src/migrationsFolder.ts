import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Where the committed migrations stand: beside `src`, and beside the `dist` that is built of it, whether this ends up in
 * a file of `dist` itself or of a folder in it.
 */
export function migrationsFolder(): string {
  const near = new URL('../migrations/', import.meta.url)
  const isHere = existsSync(new URL('meta/_journal.json', near))
  return fileURLToPath(isHere ? near : new URL('../../migrations/', import.meta.url))
}
