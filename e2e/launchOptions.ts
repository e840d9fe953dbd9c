import type { LaunchOptions } from '@playwright/test'

const executablePath = process.env.FOYER_BROWSER ?? '/usr/bin/chromium'

/** A Chromium as visitors have it, with settings that the tests' own may lack. */
export const releasedBrowser = process.env.FOYER_RELEASED_BROWSER ?? executablePath

/** With it the storage of a frame is kept apart for each site that it is under, as released browsers do: Playwright disables it. */
const partitioning = 'ThirdPartyStoragePartitioning'

/** What Playwright 1.65 disables by itself beside that: the last list that Chromium is given is the one that counts. */
const playwrightDisables = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** The pages of the address bar's list, which each new window renders unseen: they cost as much as a journey's own page. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** A process for the next page, before there is one: a journey's pages are few. */
const spareRenderer = 'SpareRendererForSitePerProcess'

/** Names and addresses that Chromium finds: this machine's, and an origin on it that no project knows. To a page, all others are nowhere. */
const resolverRules = [
  'MAP elsewhere.test 127.0.0.1',
  'MAP * ~NOTFOUND',
  'EXCLUDE localhost',
  'EXCLUDE *.localhost',
  'EXCLUDE 127.0.0.1',
]

/** Chromium talks to nobody by itself, so that a request to elsewhere is always the page's. */
const argsDisabling = (features: readonly string[]): string[] => [
  '--no-sandbox',
  // Each site in a process of its own, as with windows: without them Chromium has that only when it is told.
  '--site-per-process',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${features.join()}`,
  `--host-resolver-rules=${resolverRules.join()}`,
]

const disabled = [...playwrightDisables, ...addressBarPages, spareRenderer]
const args = argsDisabling(disabled)

/** Doesn't keep the storage of a frame apart for each site that it is under. */
export const unpartitionedArgs = argsDisabling([...disabled, partitioning])

/** How every journey's browser is started; one that needs more of it adds to these. */
export const launchOptions: LaunchOptions & { readonly executablePath: string; readonly args: string[] } = {
  executablePath,
  args,
}
