import { defineConfig } from 'vitest/config'

// The workspace's own condition: neighbours are read from their source, so no build is needed to test.
const resolve = { conditions: ['foyer-source'] }
// Vite's own names for a server and no others: they are handed to Node, where `import` would hold for `require` too.
const ssr = { resolve: { conditions: ['foyer-source', 'module', 'node', 'development|production'] } }

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: ['scripts/patience.ts'],
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'stack/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.dom.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        resolve,
        ssr,
        test: {
          name: 'dom',
          environment: 'jsdom',
          setupFiles: ['scripts/patience.ts', 'packages/react/src/test/patience.ts'],
          include: ['packages/*/src/**/*.test.tsx', 'packages/*/src/**/*.dom.test.ts'],
        },
      },
    ],
  },
})
