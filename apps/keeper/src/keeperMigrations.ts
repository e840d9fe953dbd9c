import { packagedFolder } from '@foyer/service/packagedFolder'

/** The folder of the keeper's committed migrations. */
export const keeperMigrationsFolder = (): string =>
  packagedFolder({ asking: import.meta.url, name: 'keeperMigrations', holds: 'meta/_journal.json' })
