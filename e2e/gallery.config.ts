import { defineConfig } from '@playwright/test'
import { patience } from '../scripts/pace.mjs'
import tests from './playwright.config.js'

/** Draws, and proves nothing: `npm run gallery`. */
export default defineConfig({
  ...tests,
  projects: [{ name: 'gallery', testMatch: '**/*.draw.ts' }],
  outputDir: '../.foyer/gallery-failures',
  reporter: [['list']],
  timeout: patience(900_000),
})
