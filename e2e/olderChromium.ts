import type { Browser } from '@playwright/test'

/** What Chromium was seen to do in version 150, and not in 156, that no page can mend; what rests on it isn't tried there. */
export const faults = {
  keptModules: 'This Chromium keeps a module that failed to load until its page is loaded anew.',
  framedTaps: 'This Chromium makes no click of a tap in a frame of another site.',
} as const

export const isOlderChromium = (browser: Browser | null): boolean => Number.parseInt(browser?.version() ?? '', 10) < 156
