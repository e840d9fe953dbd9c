// npm test: installs, builds, brings a browser, a PostgreSQL and a Redis where there is none, runs everything; the last line counts.
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { prepare } from './prepare.mjs'
import { root, run, tool } from './processes.mjs'
import { countPlaywright, countVitest } from './reports.mjs'

const full = process.argv.includes('--full')
await prepare()
const [{ browser }, { postgres }, { redis }] = await Promise.all([
  import('./browser.mjs'),
  import('./postgres.mjs'),
  import('./redis.mjs'),
])
await postgres()
await redis()
const env = { FOYER_BROWSER: await browser(), ...(full ? { FOYER_FULL: '1' } : {}) }

await rm(`${root}test-results`, { recursive: true, force: true })
const suites = [
  { name: 'vitest', command: [tool('vitest'), ['run']], report: 'test-results/vitest.json', count: countVitest },
  {
    name: 'playwright',
    command: [tool('playwright'), ['test', '--config', 'e2e/playwright.config.ts']],
    report: 'test-results/playwright.json',
    count: countPlaywright,
  },
]
let passed = 0
const failures = []
let skipped = 0
for (const { name, command, report, count } of suites) {
  const { code } = await run(...command, { env })
  const counted = existsSync(`${root}${report}`)
    ? count(await readFile(`${root}${report}`, 'utf8'))
    : { passed: 0, failures: [], skipped: 0 }
  passed += counted.passed
  failures.push(...counted.failures)
  skipped += counted.skipped
  // A suite that ends badly without a failing test (it didn't start, or a promise was left unhandled) is a failure too.
  if (code !== 0 && counted.failures.length === 0)
    failures.push({ test: name, why: `ended with ${code} though no test of it failed` })
}
// Once more at the end, where whoever looks at a long run looks first.
for (const { test, why } of failures) console.error(`failed: ${test}\n${why}\n`)
if (skipped > 0) console.log(`${skipped} skipped`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
