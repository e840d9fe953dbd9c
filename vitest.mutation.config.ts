import { defineConfig } from 'vitest/config'

/** The tests of one room, which `scripts/mutation.mjs` runs with one bug planted after another. */
const include = (process.env.FOYER_MUTATION_TESTS ?? '').split(',').filter(Boolean)
const isDom = (path: string) => /\.dom\.test\.ts$|\.test\.tsx$/.test(path)

const conditions = ['foyer-source']
const project = (name: string, environment: string, files: readonly string[]) => ({
  resolve: { conditions },
  ssr: { resolve: { conditions: ['foyer-source', 'module', 'node', 'development|production'] } },
  test: { name, environment, include: [...files], setupFiles: ['scripts/testTimeouts.ts'] },
})

export default defineConfig({
  test: {
    projects: [
      project(
        'node',
        'node',
        include.filter((path) => !isDom(path)),
      ),
      project('dom', 'jsdom', include.filter(isDom)),
    ].filter((each) => each.test.include.length > 0),
  },
})
