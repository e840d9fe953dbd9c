import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keeperMigrationsFolder } from '@foyer/keeper/keeperMigrations'
import { keeperTables } from '@foyer/keeper/tables'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { describe, expect, test } from 'vitest'
import { migrationsFolder } from '../migrationsFolder.js'
import * as schema from './schema/index.js'

/** The statements that would break a node of the release before, which goes on during a migration. */
const forbidden: readonly { pattern: RegExp; because: string }[] = [
  { pattern: /\bdrop\s+(table|column|constraint|default|schema|type|view|not)\b/i, because: 'it takes something away' },
  { pattern: /\brename\b/i, because: 'it renames' },
  { pattern: /\bset\s+not\s+null\b/i, because: 'rows of an earlier node may be without a value' },
  { pattern: /\balter\s+column\b[^;]*\btype\b/i, because: 'an earlier node writes the former type' },
  {
    pattern: /\balter\s+table\b[^;]*\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i,
    because: 'an earlier node adds rows without that column',
  },
  { pattern: /\b(truncate|delete\s+from)\b/i, because: 'it takes rows away' },
]

const faultsOf = (statement: string) =>
  forbidden.filter(({ pattern }) => pattern.test(statement)).map(({ because }) => because)

const keeperMigrations = keeperMigrationsFolder()

test.each([
  ['server', migrationsFolder()],
  ['keeper', keeperMigrations],
])('a migration of the %s’s only adds, so that nodes of the former release keep running', async (_, folder) => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    // What a rule of a reference says is none of it: ON DELETE CASCADE, ON DELETE SET NULL.
    const statements = text.replaceAll(/on (delete|update) [a-z ]+/gi, '').split('--> statement-breakpoint')
    expect({ file, faults: statements.flatMap(faultsOf) }).toEqual({ file, faults: [] })
  }
})

test.each([
  ['the server', migrationsFolder(), schema],
  ['the keeper', keeperMigrations, keeperTables.tables],
])('the migrations make the tables of %s', async (_, folder, tables) => {
  const last = (await readdir(join(folder, 'meta')))
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  const made = JSON.parse(await readFile(join(folder, 'meta', last ?? expect.fail()), 'utf8'))
  expect(await generateMigration(made, generateDrizzleJson(tables))).toEqual([])
})

test('events are in partitions', async () => {
  // drizzle-kit has no word for partitions: the line is written by hand, and gone when the file is generated anew.
  const first = await readFile(join(migrationsFolder(), '0000_tables.sql'), 'utf8')
  expect(first).toMatch(/create table "events" \([^;]*\) partition by range \("received_at"\);/i)
})

describe('the rule sees', () => {
  test.each([
    'ALTER TABLE "a" DROP COLUMN "b"',
    'DROP TABLE "a"',
    'ALTER TABLE "a" RENAME COLUMN "b" TO "c"',
    'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL',
    'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text',
    'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL',
    'TRUNCATE "a"',
  ])('%s', (statement) => expect(faultsOf(statement)).toHaveLength(1))

  test.each([
    'ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL',
    'ALTER TABLE "a" ADD COLUMN "b" text',
    'CREATE TABLE "a" ("b" text NOT NULL)',
    'CREATE INDEX "i" ON "a" ("b")',
  ])('no fault in %s', (statement) => expect(faultsOf(statement)).toEqual([]))
})
