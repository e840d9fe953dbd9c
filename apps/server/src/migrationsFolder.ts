import { packagedFolder } from './packagedFolder.js'

/** Where the committed migrations stand. */
export function migrationsFolder(): string {
  return packagedFolder({ name: 'migrations', holds: 'meta/_journal.json' })
}
