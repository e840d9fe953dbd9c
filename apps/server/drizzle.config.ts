import { defineConfig } from 'drizzle-kit'

// `pnpm generate` writes the next migration from the schema. What it writes is read, tested and committed.
export default defineConfig({ dialect: 'postgresql', schema: './src/db/schema/index.ts', out: './migrations' })
