import { expect, type Locator, type Page } from '@playwright/test'

/** The modal, as a visitor meets it. */
export interface Modal {
  /** What stands around its card. */
  readonly dialog: Locator
  /** The card's title. */
  readonly title: Locator
  /** A wallet's row in the connect view. */
  wallet(name: string): Locator
  button(name: string | RegExp): Locator
  part(name: string): Locator
  /** The code that a wallet elsewhere scans. */
  readonly code: Locator
}

export function modalOf(page: Page): Modal {
  return modalIn(page.getByRole('dialog'))
}

/** The modal that stands in the page, where it's no dialog. */
export function embeddedOf(page: Page): Modal {
  return modalIn(page.locator('section[part~="dialog-embedded"]'))
}

function modalIn(dialog: Locator): Modal {
  return {
    dialog,
    title: dialog.getByRole('heading').first(),
    wallet: (name) => dialog.locator('[data-wallet]').filter({ hasText: name }),
    button: (name) => dialog.getByRole('button', { name }),
    // What leaves is none of it any more.
    part: (name) => dialog.locator(`[part~="${name}"]:not([data-phase="leaving"], [data-phase="leaving"] *)`),
    code: dialog.getByRole('img', { name: 'QR code that connects a wallet' }),
  }
}

/** A piece of the demo's own page. */
export const fact = (page: Page, name: string): Locator => page.locator(`[data-part="fact-${name}"]`)

/** How the last of the demo's actions ended. */
export const outcome = (page: Page): Locator => page.locator('[data-part="outcome"]')

/** Waits until the demo says that its message was signed. @returns the signature */
export async function signatureShown(page: Page): Promise<`0x${string}`> {
  await expect(outcome(page)).toHaveText(/^Sign a message: 0x[0-9a-f]{130}$/)
  const [, digits = ''] = /0x([0-9a-f]+)$/.exec((await outcome(page).textContent()) ?? '') ?? []
  return `0x${digits}`
}

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

/** Ends the session by the account view. */
export async function disconnect(page: Page): Promise<void> {
  await accountButton(page).click()
  await modalOf(page).button('Disconnect').click()
  await expect(fact(page, 'status')).toHaveText('disconnected')
}
