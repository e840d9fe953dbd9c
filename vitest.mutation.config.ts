import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { settlePace } from './scripts/pace.mjs'

/** The folder in which `scripts/mutation.mjs` says what is run: a room's tests, and its code with all bugs that are planted in it. */
const folder = process.env.FOYER_MUTATION ?? ''
const { tests, code }: { readonly tests: readonly string[]; readonly code: Readonly<Record<string, string>> } =
  JSON.parse(readFileSync(join(folder, 'room.json'), 'utf8'))
const isDom = (path: string) => /\.dom\.test\.ts$|\.test\.tsx$/.test(path)
const isServer = (path: string) => /^(apps\/(server|keeper)|packages\/service)\//.test(path)

const planted = {
  name: 'planted',
  enforce: 'pre',
  load: (id: string) => code[id],
} as const

/** What each file's tests took without a bug. */
const tookMs = new Map<string, number>()
const met = join(folder, 'met.jsonl')
for (const line of existsSync(met) ? readFileSync(met, 'utf8').split('\n').filter(Boolean) : []) {
  const { test, ms }: { readonly test: string; readonly ms: number } = JSON.parse(line)
  const [file = ''] = test.split(' > ')
  tookMs.set(file, (tookMs.get(file) ?? 0) + ms)
}

/** The quick ones first: what they catch isn't planted again. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const msOf = ({ moduleId }: TestSpecification) =>
      [...tookMs].find(([file]) => moduleId.endsWith(`/${file}`))?.[1] ?? 0
    return [...files].sort((one, other) => msOf(one) - msOf(other))
  }
}

const { testMs, ...paced } = await settlePace()
/** What a bug makes a test wait for in vain is waited for before each of them, where the runner ends nothing: a state comes sooner than this, or never. */
const isPlanted = process.env.FOYER_MUTATION_PASS !== 'meet'
const stateMs = isPlanted ? 8_000 : paced.stateMs
const hookMs = isPlanted ? 60_000 : testMs

/** As in `vitest.config.ts`, but that the database is made quick where a test runs hundreds of times. */
const server = {
  setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts', 'apps/server/src/db/test/preparedPglite.ts'],
  execArgv: isPlanted ? [] : ['--liftoff-only'],
  globalSetup: 'packages/service-testing/src/sharedPostgres.ts',
}

/** As in `vitest.config.ts`. */
const dom = ['scripts/webCryptoInJsdom.ts', 'packages/react/src/test/testTimeouts.ts']

const conditions = ['foyer-source']
const project = (name: string, environment: string, files: readonly string[]) => ({
  plugins: [planted],
  resolve: { conditions },
  ssr: { resolve: { conditions: ['foyer-source', 'module', 'node', 'development|production'] } },
  test: {
    name,
    environment,
    include: [...files],
    setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts', ...(environment === 'jsdom' ? dom : [])],
    ...(name === 'server' ? server : {}),
    runner: './scripts/mutationRunner.mjs',
    // What a bug makes endless is ended by the runner, and so is what a test waits for longer than it does without one.
    expect: { poll: { timeout: stateMs, interval: 5 } },
    testTimeout: testMs,
    hookTimeout: hookMs,
    provide: { stateMs },
  },
})

export default defineConfig({
  test: {
    // A bug may break what no test waits for.
    dangerouslyIgnoreUnhandledErrors: true,
    update: false,
    sequence: { sequencer: QuickFirst },
    projects: [
      project(
        'node',
        'node',
        tests.filter((path) => !isDom(path) && !isServer(path)),
      ),
      project('server', 'node', tests.filter(isServer)),
      project('dom', 'jsdom', tests.filter(isDom)),
    ].filter((each) => each.test.include.length > 0),
  },
})
