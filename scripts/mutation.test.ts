import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root, run } from './processes.mjs'

/** Within the project, so that what is written there finds its tools. */
let room: string

beforeEach(async () => {
  await mkdir(`${root}.foyer`, { recursive: true })
  room = relative(root, await mkdtemp(`${root}.foyer/mutation-`))
  await writeFile(`${root}${room}/double.ts`, 'export const double = (figure: number): number => figure * 2')
})
afterEach(async () => {
  for (const each of [room, `test-results/mutation/${room}`])
    await rm(`${root}${each}`, { recursive: true, force: true })
})

test.each([
  [
    'that is skipped',
    "import { test } from 'vitest'\ntest.skip('doubles', () => {})",
    /No test ran: \S+ isn't proved by any of \S+double\.test\.ts/,
  ],
  ['in no file', undefined, /has no tests, or no code/],
])('a mutation run that meets no test says so and fails: one %s', async (_, code, said) => {
  if (code !== undefined) await writeFile(`${root}${room}/double.test.ts`, code)
  const { code: ended, output } = await run(process.execPath, ['scripts/mutation.mjs', room], { quiet: true })
  expect(output).toMatch(said)
  expect(output).not.toContain('were caught')
  expect(ended).toBe(1)
})

test('a sample ends no test for steps that it takes without a bug too', async () => {
  const sum = 'for (let each = 0; each < 60_000; each += 1) all += each > 0 ? each : 0'
  await writeFile(
    `${root}${room}/double.ts`,
    `export const double = (figure: number): number => figure * 2\nexport function sum() { let all = 0; ${sum}\nreturn all }`,
  )
  await writeFile(
    `${root}${room}/double.test.ts`,
    `import { expect, test } from 'vitest'\nimport { double, sum } from './double'\ntest('doubles', () => { expect(sum()).toBeGreaterThan(0)\nexpect(double(2)).toBe(4) })`,
  )
  const asked = ['scripts/mutation.mjs', room, '--sample=1', '--seed=0']
  const { output } = await run(process.execPath, asked, { quiet: true })
  expect(output).not.toContain('fails without a bug')
  expect(output).toContain('100.0 % of 1 planted bugs were caught')
})

test('what a test loads by itself is loaded without a bug: of lines that run once none is planted, and none spoils what comes after', async () => {
  const code = 'const factors = { two: 2 }\nexport const double = (figure: number): number => figure * factors.two'
  await writeFile(`${root}${room}/double.ts`, code)
  const proved = "test('doubles', async () => expect((await import('./double.js')).double(3)).toBe(6))"
  await writeFile(`${root}${room}/double.test.ts`, `import { expect, test } from 'vitest'\n${proved}`)
  const { code: ended, output } = await run(process.execPath, ['scripts/mutation.mjs', room], { quiet: true })
  expect(output).not.toContain('without a bug')
  expect(output).toMatch(/100\.0 % of 1 planted bugs were caught/)
  expect(ended).toBe(0)
})
