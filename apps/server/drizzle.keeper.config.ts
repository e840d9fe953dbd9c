import { defineConfig } from 'drizzle-kit'

// `pnpm generate:keeper` writes the next migration of the keeper's database.
export default defineConfig({ dialect: 'postgresql', schema: './src/keeper/tables.ts', out: './keeperMigrations' })
