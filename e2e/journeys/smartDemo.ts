import { expect, type Page } from '@playwright/test'
import { accountButton, modalOf } from './modal.js'
import { look, settled } from './shown.js'

/** The demo's part that carries several calls out. */
export const card = (page: Page) => page.locator('[data-part="card-calls"]')
export const way = (page: Page) => page.locator('[data-part="calls-way"]')
export const asOneOnceSwitched = 'This wallet carries several calls out as one, once you let it upgrade the account.'
export const oneAtATime = 'This wallet takes one call at a time, so it asks for each.'

/** The networks on which the wallet has smart accounts, as the page's kit keeps them. */
export const keptSmartNetworks = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, value]) =>
      key.endsWith('smart_account_enabled_networks') ? [value] : [],
    ),
  )

interface Toggling {
  readonly to: 'smart' | 'plain'
  /** What is said where the wallet doesn't do it: then the account is that of a key. */
  readonly trouble?: string | undefined
}

/** Has the account be of the other kind, by its settings. */
export async function toggle(page: Page, { to, trouble }: Toggling): Promise<void> {
  const modal = modalOf(page)
  const toggled = modal.part('smart-account')
  await accountButton(page).click()
  await modal.part('account-settings').click()
  await settled(page, 'AccountSettings')
  await expect(toggled).toHaveAttribute('aria-checked', `${to === 'plain'}`)
  await expect(toggled.locator('[data-part="toggle-track"]')).toBeVisible()
  await toggled.click()
  if (trouble) await expect(modal.part('snackbar-message')).toHaveText(trouble)
  await expect(toggled).toHaveAttribute('aria-checked', `${to === 'smart' && !trouble}`)
  if (!trouble) await look({ page, name: `smart-account-${to}` })
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toHaveCount(0)
}
