import { defineConfig } from '@playwright/test'
import tests from './playwright.config.js'

/** Measures, and proves nothing: `npm run bench:login`. One at a time, and none a second time. */
export default defineConfig({
  ...tests,
  projects: [{ name: 'bench', testMatch: '**/*.bench.ts' }],
  outputDir: '../.foyer/bench-failures',
  reporter: [['list']],
  workers: 1,
  retries: 0,
})
