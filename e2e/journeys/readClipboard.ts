import type { Page } from '@playwright/test'

/** What was copied last. */
export const readClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
