import { expect, type Locator, type Page } from '@playwright/test'

/** The modal, as a visitor meets it. */
export interface Modal {
  readonly dialog: Locator
  /** The card's title. */
  readonly title: Locator
  /** A wallet's row in the connect view. */
  wallet(name: string): Locator
  button(name: string | RegExp): Locator
  part(name: string): Locator
}

export function modalOf(page: Page): Modal {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    title: dialog.getByRole('heading').first(),
    wallet: (name) => dialog.locator('[data-wallet]').filter({ hasText: name }),
    button: (name) => dialog.getByRole('button', { name }),
    part: (name) => dialog.locator(`[part~="${name}"]`),
  }
}

/** A piece of the demo's own page. */
export const fact = (page: Page, name: string): Locator => page.locator(`[data-part="fact-${name}"]`)

/** The page's connect button, in its top bar. */
export const connectButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })

/** The page's account button, in its top bar. */
export const accountButton = (page: Page): Locator => page.locator('header [data-part="account-button"]')

/** Opens the page and connects a wallet by its row. */
export async function connect({ page, wallet }: { readonly page: Page; readonly wallet: string }): Promise<Modal> {
  const modal = modalOf(page)
  await page.goto('/')
  await connectButton(page).click()
  await modal.wallet(wallet).click()
  await expect(modal.dialog).toBeHidden()
  await expect(fact(page, 'status')).toHaveText('connected')
  return modal
}
