import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './scripts/longFilesFirst.js'

// The workspace's own condition: neighbours are read from their source, so no build is needed to test.
const resolve = { conditions: ['foyer-source'] }
// Vite's own names for a server and no others: they are handed to Node, where `import` would hold for `require` too.
const ssr = { resolve: { conditions: ['foyer-source', 'module', 'node', 'development|production'] } }

/** Packages whose tests start no process but a browser. */
const sharing = ['core', 'page', 'parts', 'relay', 'walletconnect']

/** Tests of theirs that put another module in the place of one: it must not have been imported before. */
const replacing = ['chunks', 'endedEarly'].map((name) => `packages/walletconnect/src/connector/${name}.test.ts`)

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Vitest leaves a core to itself by default, which on two cores runs one file after another.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'shared',
          environment: 'node',
          // Their modules have no mutable state of their own, so the files of a worker share what they import.
          isolate: false,
          setupFiles: ['scripts/testTimeouts.ts'],
          include: sharing.map((name) => `packages/${name}/src/**/*.test.ts`),
          exclude: [...replacing, '**/*.dom.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: ['scripts/testTimeouts.ts'],
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'stack/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [
            ...sharing.map((name) => `packages/${name}/**/!(chunks|endedEarly).test.ts`),
            'apps/server/**',
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
          name: 'server',
          environment: 'node',
          setupFiles: ['scripts/testTimeouts.ts', 'apps/server/src/db/test/preparedPglite.ts'],
          include: ['apps/server/src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'dom',
          environment: 'jsdom',
          setupFiles: ['scripts/testTimeouts.ts', 'packages/react/src/test/testTimeouts.ts'],
          include: ['packages/*/src/**/*.test.tsx', 'packages/*/src/**/*.dom.test.ts'],
        },
      },
    ],
  },
})
