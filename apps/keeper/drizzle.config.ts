import { defineConfig } from 'drizzle-kit'

// `pnpm generate` writes the next migration of the keeper's database.
export default defineConfig({ dialect: 'postgresql', schema: './src/tables.ts', out: './keeperMigrations' })
