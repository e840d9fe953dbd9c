import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keeperRoutes } from '@foyer/keeper/routes'
import type { CallBudget, Limit, Room } from '@foyer/service/budget/limit'
import type { Database } from '@foyer/service/db/database'
import type { Operation } from '@foyer/service/route/operation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginDrives } from '../login/test/callDrives.js'
import { openLoginWorld, startProvider } from '../login/test/drivenLogin.js'
import { keeperDrives } from '../test/keeper/callDrives.js'
import { driveKeeper } from '../test/keeper/drivenKeeper.js'
import { openTestDatabase } from '../test/openApi.js'
import { fold } from '../test/overdriven.js'
import { login } from './login.js'

let database: Database
let provider: Awaited<ReturnType<typeof startProvider>>
beforeAll(async () => {
  ;[database, provider] = await Promise.all([openTestDatabase(), startProvider()])
})
afterAll(() => Promise.all([database?.close(), provider?.stop()]))

const page = join(import.meta.dirname, '../../../../docs/safety.md')
const begins = '<!-- by `npx vitest -u apps/server/src/routes/callBudgets.test.ts` -->\n\n'
const ends = '\n<!-- until here -->'
const said =
  '\n`callBudgets.test.ts` makes each of these calls three times as often as its budget has room for, and ten times under `npm run test:full`.\n'

const servers = [
  { name: 'login', operations: login.map(({ operation }) => operation) },
  { name: 'keeper', operations: keeperRoutes.map(({ operation }) => operation) },
]

const stretches = [
  [86_400_000, 'a day'],
  [3_600_000, 'an hour'],
  [1_800_000, 'in 30 min'],
  [600_000, 'in 10 min'],
  [60_000, 'a minute'],
  [30_000, 'in 30 s'],
] as const

function written(bound: Limit | Room): string {
  const { name, of, most } = bound
  if (!('withinMs' in bound)) return `${most} ${name} (${of}), at a time`
  const [, stretch] = stretches.find(([ms]) => ms === bound.withinMs) ?? expect.fail(`${name} has no words.`)
  return `${most} ${name} (${of}) ${stretch}`
}

const rowOf = (server: string, { path, budget }: Pick<Operation, 'path' | 'budget'>): readonly string[] | null => {
  const said: CallBudget = budget ?? expect.fail(`${path} says nothing of what bounds it.`)
  if (said === 'nothing') return null
  return [server, `\`${path}\``, said.does.join(', '), said.within.map(written).join('; ')]
}

/** A table whose columns are as wide as what is in them. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const listed = servers.flatMap(({ name, operations }) =>
  operations.flatMap((operation) => {
    const row = rowOf(name, operation)
    return row === null ? [] : [{ path: operation.path, row }]
  }),
)
const drives: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(
    Object.entries(loginDrives).map(([path, drive]) => [
      path,
      async () => drive(await openLoginWorld(database, provider)),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(keeperDrives).map(([path, drive]) => [path, () => driveKeeper(drive, provider)]),
  ),
}

test('[F2] docs/safety.md names what bounds each call of the login server and the keeper that sends, stores or asks outside', async () => {
  expect(listed.length).toBeGreaterThan(25)
  const table = tableOf([['server', 'call', 'it', 'at most'], ...listed.map(({ row }) => row)])
  const [before, rest = ''] = readFileSync(page, 'utf8').split(begins)
  const [, after] = rest.split(ends)
  await expect([before, begins, table, '\n', said, ends, after].join('')).toMatchFileSnapshot(page)
})

test('[F2] each of these calls is driven beyond its budget, and none that isn’t there', () => {
  expect(Object.keys(drives).sort()).toEqual(listed.map(({ path }) => path).sort())
})

describe(`[F2] a call at ${fold} times its budget is refused, what it leaves is bounded, and others are served meanwhile`, () => {
  test.each(Object.keys(drives))('%s', (path) => drives[path]?.())
})

test('a budget’s name is one budget’s', () => {
  const bounds = servers.map(({ operations }) =>
    operations.flatMap(({ budget }) => (budget === undefined || budget === 'nothing' ? [] : budget.within)),
  )
  for (const each of bounds) {
    const names = [...new Set(each)].map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})
