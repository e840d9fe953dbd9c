import { expect, type Page } from '@playwright/test'
import { modalOf } from './modal.js'
import { readClipboard } from './readClipboard.js'

/** Copies the link of the code that is shown. What was copied before, be it by another test, is cleared. */
export async function copyLink(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await modalOf(page).part('copy-link').click()
  await expect.poll(() => readClipboard(page)).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  return readClipboard(page)
}
