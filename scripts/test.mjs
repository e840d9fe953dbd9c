// npm test: installs, builds, brings a browser, a PostgreSQL, a Redis and an nginx where there is none, runs everything; the last line counts.
// The two suites run side by side, as each waits for half of its time; what compares times comes after them, by itself.
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { alto } from './alto.mjs'
import { browser, systemBrowsers, testBrowser } from './browser.mjs'
import { nginx } from './nginx.mjs'
import { settlePace } from './pace.mjs'
import { postgres } from './postgres.mjs'
import { prepare } from './prepare.mjs'
import { root, run, tool } from './processes.mjs'
import { redis } from './redis.mjs'
import { countPlaywright, countVitest } from './reports.mjs'

const full = process.argv.includes('--full')
// What the machine lacks comes while this project is installed and built.
await Promise.all([prepare(), bringParts()])
await settlePace()
// What is built stands for the whole run, and isn't built a second time.
const env = {
  FOYER_BROWSER: await testBrowser(),
  FOYER_RELEASED_BROWSER: await browser(),
  FOYER_BUILT: '1',
  ...(full ? { FOYER_FULL: '1' } : {}),
}

await rm(`${root}test-results`, { recursive: true, force: true })
const vitest = (name, args) => ({
  name,
  command: [tool('vitest'), ['run', ...args, `--outputFile.json=test-results/${name}.json`]],
  report: `test-results/${name}.json`,
  count: countVitest,
})
const suites = [
  vitest('vitest', ['--project', '!timed']),
  {
    name: 'playwright',
    command: [tool('playwright'), ['test', '--config', 'e2e/playwright.config.ts']],
    report: 'test-results/playwright.json',
    count: countPlaywright,
    // What it prints comes in one piece, so that the lines of the two don't mingle.
    quiet: true,
  },
]
/** What compares times, and would see those of the other suites. */
const timed = vitest('timed', ['--project', 'timed'])

/** One after another: the system's package manager runs once at a time. */
async function bringParts() {
  for (const bring of [postgres, redis, nginx, systemBrowsers]) await bring()
  if (full) await alto()
}

async function runSuite({ name, command, report, count, quiet = false }) {
  const { code, output } = await run(...command, { env, quiet })
  if (quiet) console.log(output)
  const counted = existsSync(`${root}${report}`)
    ? count(await readFile(`${root}${report}`, 'utf8'))
    : { passed: 0, failures: [], again: [], skipped: 0 }
  // A suite that ends badly without a failing test (it didn't start, or a promise was left unhandled) is a failure too.
  const hasEndedBadly = code !== 0 && counted.failures.length === 0
  const failures = hasEndedBadly ? [{ test: name, why: `ended with ${code} though no test of it failed` }] : []
  return { ...counted, failures: [...counted.failures, ...failures] }
}

const counts = [...(await Promise.all(suites.map(runSuite))), await runSuite(timed)]
const failures = counts.flatMap((each) => each.failures)
const passed = counts.reduce((sum, each) => sum + each.passed, 0)
const skipped = counts.reduce((sum, each) => sum + each.skipped, 0)
// A test that passed only the second time has a fault that is to be found, its own or the product's: it is named, and doesn't fail the run.
for (const { test, why } of counts.flatMap(({ again }) => again))
  console.error(`passed only when run again: ${test}\n${why}\n`)
// Once more at the end, where whoever looks at a long run looks first.
for (const { test, why } of failures) console.error(`failed: ${test}\n${why}\n`)
if (skipped > 0) console.log(`${skipped} skipped`)
console.log(`The pace of this machine: limits were ${process.env.FOYER_PACE} times as long.`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
