import { defineConfig, devices } from '@playwright/test'
import { settlePace } from '../scripts/pace.mjs'
import { launchOptions } from './launchOptions.js'

/** Known to the workers, which start after the local stack. */
const baseURL: string | undefined = process.env.FOYER_LOCAL && JSON.parse(process.env.FOYER_LOCAL).demo

/** Journeys at services of their own, whose time they move (`ownServices`). */
const own = [
  '**/{carrying,dashboard,embedded,firstWallet,ownDoorBesideThief}.spec.ts',
  '**/embedded{Again,Devices,Secured,Securing,Slow,Social,UpdateEmail}.spec.ts',
]

/** More of them, beside those, whose time moves by an hour a journey: together with all others' logins theirs are more than a network may ask for in an hour, and a session of a day isn't over. */
const ownToo = [
  '**/{game,original*,permissions}.spec.ts',
  '**/smart{Clients,Kinds,Networks,Signatures,Trouble}.spec.ts',
]

/** FOYER_FULL=1: what only a new release of the browser could change, the example that Next builds, and the many approvals of smart accounts, whose parts are asked by themselves. */
const rare = ['**/spikes/**', '**/nextExample.spec.ts', '**/smart{Clients,Signatures,Trouble}.spec.ts']

const left = process.env.FOYER_FULL ? [] : rare

const { testMs, stateMs } = await settlePace()

export default defineConfig({
  testDir: '.',
  // First, since one worker goes through each of the two: another's services would cost as much as four journeys.
  projects: [
    { name: 'own services', testMatch: own, testIgnore: left, workers: 1 },
    { name: 'more own services', testMatch: ownToo, testIgnore: left, workers: 1 },
    {
      name: 'journeys',
      testMatch: '**/*.spec.ts',
      testIgnore: [...own, ...ownToo, ...left],
    },
  ],
  outputDir: '../test-results/playwright',
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  globalSetup: './globalSetup.ts',
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  // One more than the two cores that a small machine has: a journey waits for frames, blocks and answers for half of its time.
  workers: 3,
  // Named at the end, as Vitest's are.
  retries: 1,
  timeout: testMs,
  expect: { timeout: stateMs, toPass: { timeout: stateMs } },
  ...(process.env.FOYER_FULL ? {} : { grepInvert: /@full/ }),
  forbidOnly: process.env.CI !== undefined,
  use: {
    ...(baseURL ? { baseURL } : {}),
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 860 },
    launchOptions,
    // As long as what is expected: a button that doesn't come is named within that, and not by the end of the whole journey's time.
    actionTimeout: stateMs,
    navigationTimeout: stateMs,
    // Of what failed once, as it is tried again: what passes has nothing to look at. Without the film of its frames, the page at each step is kept all the same.
    trace: { mode: 'on-first-retry', screenshots: false },
  },
})
