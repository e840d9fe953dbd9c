// npm run test:mutation -- send: plants a bug at a time in a room's code and runs the room's tests. A bug that no test notices survives; the score is the share that was caught.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { run, tool } from './processes.mjs'

/** The folders of a room; its tests stand beside its code, and where others prove it too they are named. */
const rooms = {
  account: ['packages/core/src/account'],
  bitcoin: ['packages/bitcoin/src/actions', 'packages/bitcoin/src/psbt'],
  names: ['packages/core/src/names'],
  pay: ['packages/core/src/pay'],
  send: ['packages/core/src/send'],
  signin: ['packages/core/src/signin'],
  siwx: ['packages/core/src/siwx'],
  'siwx-server': ['packages/siwx-server/src'],
  solana: ['packages/solana/src/actions', 'packages/solana/src/transaction'],
  swap: ['packages/core/src/swap'],
  transactions: ['packages/core/src/transactions'],
}

/** What a room has to reach, in percent. */
const wanted = 90

const [room, ...flags] = process.argv.slice(2)
const folders = rooms[room ?? '']
if (!folders) {
  console.error(`Name one room of: ${Object.keys(rooms).join(', ')}`)
  process.exit(1)
}
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts')),
)
const tests = files.filter((file) => file.endsWith('.test.ts'))
const sources = files.filter((file) => !/\.test\.ts$|\/test\/|\/index\.ts$/.test(file))
if (tests.length === 0 || sources.length === 0)
  throw new Error(`${room} has no tests, or no code: see scripts/mutation.mjs`)

await prepare()
const report = `test-results/mutation/${room}.json`
const settings = 'test-results/mutation/stryker.json'
mkdirSync('test-results/mutation', { recursive: true })
writeFileSync(
  settings,
  JSON.stringify({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.mutation.config.ts', related: false },
    mutate: sources,
    // The words of an error are no behaviour: codes, keys and methods are compared by the tests of what sends them.
    mutator: { excludedMutations: ['StringLiteral'] },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    disableTypeChecks: true,
    timeoutMS: 10_000,
    tempDirName: 'test-results/mutation/sandbox',
    ignorePatterns: ['/apps', '/benchmarks', '/e2e', '/examples', '/stack', '.foyer', 'dist', 'test-results'],
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: report },
  }),
)
const { code } = await run(tool('stryker'), ['run', settings, ...flags], {
  env: { FOYER_MUTATION_TESTS: tests.join(',') },
})
if (code !== 0) process.exit(code ?? 1)

const mutants = Object.entries(JSON.parse(readFileSync(report, 'utf8')).files).flatMap(([file, { source, mutants }]) =>
  mutants.map((mutant) => ({ ...mutant, file, was: textAt(source, mutant.location) })),
)
const of = (...statuses) => mutants.filter(({ status }) => statuses.includes(status))
const caught = of('Killed', 'Timeout')
const survivors = of('Survived', 'NoCoverage')
for (const { file, location, was, replacement, status } of survivors)
  console.log(
    `${file}:${location.start.line} ${status === 'NoCoverage' ? '(no test) ' : ''}${oneLine(was)} → ${oneLine(replacement)}`,
  )
const score = (100 * caught.length) / (caught.length + survivors.length)
console.log(`${room}: ${score.toFixed(1)} % of ${caught.length + survivors.length} planted bugs were caught`)
process.exitCode = score >= wanted ? 0 : 1

function textAt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  if (lines.length === 1) return lines[0].slice(start.column - 1, end.column - 1)
  return [lines[0].slice(start.column - 1), ...lines.slice(1, -1), lines.at(-1).slice(0, end.column - 1)].join('\n')
}

function oneLine(text) {
  const flat = text.replace(/\s+/g, ' ')
  return flat.length > 90 ? `${flat.slice(0, 90)}…` : flat
}
