import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root, run, tool } from './processes.mjs'
import { countPlaywright, countVitest } from './reports.mjs'

/** Within the project, so that what is written there finds its tools. */
let folder: string

beforeEach(async () => {
  await mkdir(`${root}.foyer`, { recursive: true })
  folder = await mkdtemp(`${root}.foyer/reports-`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const three = `
test('holds', () => expect(1).toBe(1))
test('breaks', () => expect(1).toBe(2))
test.skip('waits', () => {})
`
/** What is remembered from one try to the next, in processes of their own. */
const atLast = `
import { existsSync, writeFileSync } from 'node:fs'
test('holds at last', () => {
  const mark = new URL('tried', import.meta.url)
  if (existsSync(mark)) return
  writeFileSync(mark, '')
  throw new Error('too early')
})
`
const broken = `throw new Error('not even begun')`

/** What a tool reports of the files, which is not all well. */
async function reported(name: string, args: readonly string[], files: Record<string, string>): Promise<string> {
  for (const [file, text] of Object.entries(files)) await writeFile(`${folder}/${file}`, text)
  const { code } = await run(tool(name), args, { quiet: true })
  expect(code).toBe(1)
  return readFile(`${folder}/report.json`, 'utf8')
}

const named = (file: string): string => `${relative(root, folder)}/${file}`

test('what Vitest reports is told in short: also a file that fails before any test of it', async () => {
  const report = await reported('vitest', ['run', '--root', folder], {
    'vitest.config.mjs': `export default { test: { retry: 1, reporters: [['json', { outputFile: 'report.json' }]] } }`,
    'a.test.mjs': `import { expect, test } from 'vitest'${three}${atLast}`,
    'b.test.mjs': broken,
  })
  const { passed, skipped, failures, again } = countVitest(report)
  expect({ passed, skipped }).toEqual({ passed: 2, skipped: 1 })
  expect(again).toEqual([{ test: named('a.test.mjs › holds at last'), why: expect.stringMatching(/too early/) }])
  expect(failures.sort((a, b) => a.test.localeCompare(b.test))).toEqual([
    { test: named('a.test.mjs › breaks'), why: expect.stringMatching(/expected 1 to be 2/) },
    { test: named('b.test.mjs'), why: expect.stringMatching(/not even begun/) },
  ])
})

// With a folder of its own: the usual one is the project's, where a run that goes on beside it has its files, and each run empties it.
const config = `export default { retries: 1, testMatch: '*.spec.mjs', outputDir: 'results', reporter: [['json', { outputFile: 'report.json' }]] }`
const playwright = (): string[] => ['test', '--config', `${folder}/playwright.config.mjs`]

test('what Playwright reports is told in short', async () => {
  const report = await reported('playwright', playwright(), {
    'playwright.config.mjs': config,
    'a.spec.mjs': `import { expect, test } from '@playwright/test'${three}${atLast}`,
  })
  expect(countPlaywright(report)).toEqual({
    passed: 2,
    skipped: 1,
    failures: [{ test: 'a.spec.mjs:3 › breaks', why: expect.stringMatching(/toBe/) }],
    again: [{ test: 'a.spec.mjs:7 › holds at last', why: expect.stringMatching(/too early/) }],
  })
})

test('a journey that can’t be read is told by its file', async () => {
  const report = await reported('playwright', playwright(), { 'playwright.config.mjs': config, 'b.spec.mjs': broken })
  const { failures } = countPlaywright(report)
  expect(failures[0]).toEqual({ test: named('b.spec.mjs'), why: expect.stringMatching(/not even begun/) })
})
