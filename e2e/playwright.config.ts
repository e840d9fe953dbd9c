import { defineConfig, devices } from '@playwright/test'

/** Known to the workers, which start after the local stack. */
const baseURL: string | undefined = process.env.FOYER_LOCAL && JSON.parse(process.env.FOYER_LOCAL).demo

const executablePath = process.env.FOYER_BROWSER ?? '/usr/bin/chromium'

/** What Playwright 1.65 disables by itself: the last list that Chromium is given is the one that counts. */
const playwrightDisables = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** The pages of the address bar's list, which each new window renders unseen: they cost as much as a journey's own page. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Chromium talks to nobody by itself, so that a request to elsewhere is always the page's. */
const args = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...playwrightDisables, ...addressBarPages].join()}`,
  // An origin that no project knows, on this machine.
  '--host-resolver-rules=MAP elsewhere.test 127.0.0.1',
]

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/playwright',
  globalSetup: './globalSetup.ts',
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  // One more than the two cores that a small machine has: a journey waits for frames, blocks and answers for half of its time.
  workers: 3,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  use: {
    ...(baseURL ? { baseURL } : {}),
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 860 },
    launchOptions: { executablePath, args },
    // Without the film of its frames, a quarter of what a long journey computes: the page at each step is kept all the same.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
})
