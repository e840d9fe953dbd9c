import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { askForMail, followLink } from './embeddedWallet.js'
import { modalOf } from './modal.js'

const [width, height, keyboard] = [390, 740, 380]

test('an on-screen keyboard never covers the field that is typed into', async ({ page, journey }) => {
  const email = 'maria@example.com'
  const modal = modalOf(page)
  await page.setViewportSize({ width, height })
  await page.goto(journey.local.demo)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const field = modal.part('login-email').getByRole('textbox')
  await field.focus()
  await raiseKeyboard(page)
  await isAboveKeyboard(field)
  await lowerKeyboard(page)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toHaveCount(0)
  await askForMail({ page, email })
  await followLink({ page, journey, email })
  const code = modal.part('code-input')
  await expect(code).toBeFocused()
  await raiseKeyboard(page)
  await isAboveKeyboard(code)
})

/** As a phone's does: it covers the page's lower part, which the visual viewport alone says. */
async function raiseKeyboard(page: Page): Promise<void> {
  await page.evaluate((covered) => {
    const { visualViewport } = window
    if (!visualViewport) return
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: window.innerHeight - covered })
    visualViewport.dispatchEvent(new Event('resize'))
  }, keyboard)
}

async function lowerKeyboard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    Reflect.deleteProperty(visualViewport, 'height')
    visualViewport.dispatchEvent(new Event('resize'))
  })
}

/** Whole, in what the keyboard leaves of the window, and not under the edge of what scrolls there. */
async function isAboveKeyboard(field: Locator): Promise<void> {
  await expect(async () => {
    const box = await field.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height - keyboard)
    await expect(field).toBeInViewport({ ratio: 1 })
  }).toPass()
}
