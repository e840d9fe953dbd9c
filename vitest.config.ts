import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './scripts/longFilesFirst.js'
import { settlePace } from './scripts/pace.mjs'

// The workspace's own condition: neighbours are read from their source, so no build is needed to test.
const resolve = { conditions: ['foyer-source'] }
// Vite's own names for a server and no others: they are handed to Node, where `import` would hold for `require` too.
const ssr = { resolve: { conditions: ['foyer-source', 'module', 'node', 'development|production'] } }

/** Tests in processes of their own: those that put another module in the place of one, and long ones that import little which others import too. */
const apart = [
  'packages/evm/src/evm.test.ts',
  'packages/react/src/modal/views/features.test.ts',
  'packages/walletconnect/src/connector/{chunks,endedEarly}.test.ts',
  'stack/src/{artefact,payout/payouts}.test.ts',
  'scripts/{createFoyer,packed}.test.ts',
]

/** Tests of what a server renders, which need no document: among those that have one, a worker would end at each of them, and its successor import everything anew. */
const rendered = ['packages/parts/src/{server,qr/scanned}.test.tsx']

/** Tests of what others have written over what stands here in the place of a package of theirs. */
const peers = ['packages/ethereum-provider/src/peers/*.test.ts']

/** Tests over our relay of official clients, which are large and keep themselves in a global: they share a process with each other alone. */
const interop = ['apps/server/src/relay/interop*.test.ts']

/** Tests that compare times, which no other test may stretch: they run by themselves, after all others (scripts/test.mjs). */
const timed = ['apps/{server/src/login,keeper/src}/timing.test.ts']

/** The embedded databases of the server's tests begin with an image. */
const server = 'apps/server/src/db/test/preparedPglite.ts'
/** A file's tests are over before most of what V8 would make quicker has repaid it: it begins seven times later than it does by itself. */
const execArgv = ['--interrupt-budget=1000000']
/** An embedded database lives for seconds here: to compile it a second time, for speed, costs each process more than it saves. */
const withDatabase = [...execArgv, '--liftoff-only']

// The examples have no installation of their own: what they import is that of the packages they show.
const at = (path: string) => `${import.meta.dirname}/packages/${path}`
const examples = [
  {
    find: /^@foyer\/(core|evm|solana|bitcoin|cosmos|multiversx|near|polkadot|algorand|cardano|tezos)\/(siwx|verify)$/,
    replacement: at('$1/src/$2/index.ts'),
  },
  { find: /^@foyer\/siwx-server$/, replacement: at('siwx-server/src/index.ts') },
  { find: /^hono$/, replacement: at('siwx-server/node_modules/hono/dist/index.js') },
  { find: /^hono\/cookie$/, replacement: at('siwx-server/node_modules/hono/dist/helper/cookie/index.js') },
  { find: /^viem\/accounts$/, replacement: at('siwx-server/node_modules/viem/_esm/accounts/index.js') },
]

const { testMs, stateMs } = await settlePace()

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    testTimeout: testMs,
    hookTimeout: testMs,
    teardownTimeout: stateMs,
    expect: { poll: { timeout: stateMs } },
    provide: { stateMs },
    // Real parts on a busy machine: what passes only the second time is named at the end (scripts/test.mjs).
    retry: 1,
    // Vitest leaves a core to itself by default, which on two cores runs one file after another.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'node',
          execArgv,
          environment: 'node',
          // Modules have no mutable state of their own, but the language of the wallet's document, so the files of a worker share what they import: here and below.
          isolate: false,
          setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts'],
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'stack/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            ...rendered,
          ],
          exclude: [
            ...apart,
            ...peers,
            'apps/server/**',
            'apps/keeper/**',
            'packages/service{,-testing}/**',
            '**/*.dom.test.ts',
            '**/node_modules/**',
          ],
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'apart',
          environment: 'node',
          setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts', server],
          execArgv: withDatabase,
          include: apart,
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          globalSetup: [
            'packages/service-testing/src/sharedPostgres.ts',
            'apps/server/src/drawings/test/builtWorker.ts',
          ],
          setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts', server],
          execArgv: withDatabase,
          include: ['{apps/keeper,apps/server,packages/service{,-testing}}/src/**/*.test.ts'],
          exclude: [...apart, ...interop, ...timed, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'interop',
          environment: 'node',
          isolate: false,
          setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts', server],
          execArgv: withDatabase,
          include: interop,
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'timed',
          environment: 'node',
          isolate: false,
          globalSetup: 'packages/service-testing/src/sharedPostgres.ts',
          setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts', server],
          execArgv: withDatabase,
          fileParallelism: false,
          include: timed,
        },
      },
      {
        extends: true,
        // What a host's override of packages does.
        resolve: {
          ...resolve,
          alias: { '@walletconnect/ethereum-provider': at('ethereum-provider/src/index.ts') },
        },
        ssr,
        test: {
          name: 'peers',
          execArgv,
          environment: 'node',
          setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts'],
          include: peers,
          server: { deps: { inline: [/@wagmi/] } },
        },
      },
      {
        extends: true,
        resolve: { ...resolve, alias: examples },
        ssr,
        test: {
          name: 'examples',
          execArgv,
          environment: 'node',
          setupFiles: ['scripts/testTimeouts.ts', 'scripts/stubs.ts'],
          include: ['examples/**/*.test.ts'],
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'dom',
          execArgv,
          environment: 'jsdom',
          isolate: false,
          setupFiles: [
            'scripts/testTimeouts.ts',
            'scripts/stubs.ts',
            'scripts/webCryptoInJsdom.ts',
            'packages/react/src/test/testTimeouts.ts',
          ],
          include: ['{packages/*,apps/wallet}/src/**/*.test.tsx', 'packages/*/src/**/*.dom.test.ts'],
          exclude: [...rendered, '**/node_modules/**'],
        },
      },
    ],
  },
})
