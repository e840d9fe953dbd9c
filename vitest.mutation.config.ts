import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The folder in which `scripts/mutation.mjs` says what is run: a room's tests, and its code with all bugs that are planted in it. */
const folder = process.env.FOYER_MUTATION ?? ''
const { tests, code }: { readonly tests: readonly string[]; readonly code: Readonly<Record<string, string>> } =
  JSON.parse(readFileSync(join(folder, 'room.json'), 'utf8'))
const isDom = (path: string) => /\.dom\.test\.ts$|\.test\.tsx$/.test(path)

const planted = {
  name: 'planted',
  enforce: 'pre',
  load: (id: string) => code[id],
} as const

const conditions = ['foyer-source']
const project = (name: string, environment: string, files: readonly string[]) => ({
  plugins: [planted],
  resolve: { conditions },
  ssr: { resolve: { conditions: ['foyer-source', 'module', 'node', 'development|production'] } },
  test: {
    name,
    environment,
    include: [...files],
    setupFiles: ['scripts/testTimeouts.ts'],
    runner: './scripts/mutationRunner.mjs',
  },
})

export default defineConfig({
  test: {
    // A bug may break what no test waits for.
    dangerouslyIgnoreUnhandledErrors: true,
    update: false,
    // What a bug makes endless is ended by the runner.
    testTimeout: 60_000,
    projects: [
      project(
        'node',
        'node',
        tests.filter((path) => !isDom(path)),
      ),
      project('dom', 'jsdom', tests.filter(isDom)),
    ].filter((each) => each.test.include.length > 0),
  },
})
