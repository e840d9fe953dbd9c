import { packagedFolder } from '@foyer/service/packagedFolder'

/** The folder of the committed migrations. */
export function migrationsFolder(): string {
  return packagedFolder({ asking: import.meta.url, name: 'migrations', holds: 'meta/_journal.json' })
}
