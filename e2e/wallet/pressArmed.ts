import type { Locator } from '@playwright/test'

/** Presses what decides on a page of the wallet's own, as a hand does: it comes from elsewhere in the page, and presses once the button is armed [F11]. */
export async function pressArmed(button: Locator): Promise<void> {
  const page = button.page()
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(Math.max(1, x - 20), Math.max(1, y - 40))
  await page.mouse.move(x + width / 2, y + height / 2)
  await button.click()
}
