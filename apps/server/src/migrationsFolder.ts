import { fileURLToPath } from 'node:url'

/** Where the committed migrations stand: beside `src`, and beside the `dist` that is built of it. */
export const migrationsFolder = (): string => fileURLToPath(new URL('../migrations', import.meta.url))
