import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CallBudget, Limit, Room } from '../budget/limit.js'
import { keeperRoutes } from '../keeper/routes.js'
import { login } from './login.js'
import type { Operation } from './operation.js'

const page = join(import.meta.dirname, '../../../../docs/safety.md')
const begins = '<!-- by `npx vitest -u apps/server/src/routes/callBudgets.test.ts` -->\n\n'
const ends = '\n<!-- until here -->'

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

test('[F2] docs/safety.md names what bounds each call of the login server and the keeper that sends, stores or asks outside', async () => {
  const rows = servers.flatMap(({ name, operations }) =>
    operations.flatMap((operation) => {
      const row = rowOf(name, operation)
      return row === null ? [] : [row]
    }),
  )
  expect(rows.length).toBeGreaterThan(25)
  const table = tableOf([['server', 'call', 'it', 'at most'], ...rows])
  const [before, rest = ''] = readFileSync(page, 'utf8').split(begins)
  const [, after] = rest.split(ends)
  await expect([before, begins, table, '\n', ends, after].join('')).toMatchFileSnapshot(page)
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
