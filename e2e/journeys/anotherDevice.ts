import type { Browser, Page } from '@playwright/test'

/** A page of another device of the visitor's: it shares nothing with this one's. */
export async function onAnotherDevice(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  try {
    await use(await context.newPage())
  } finally {
    await context.close()
  }
}
