import { expect, type Page } from '@playwright/test'
import { pressArmed } from '../wallet/pressArmed.js'
import { walletIn } from './embeddedWallet.js'

/** The link of the keeper's mail. */
export const linkOf = ({ links }: { readonly links: readonly string[] }) =>
  links.find((each) => each.includes('/confirm#')) ?? ''

/** Types the digits that the wallet's frame shows into the mail's page, for a device that waits then. */
export async function confirmBy(page: Page, link: string): Promise<void> {
  const digits = walletIn(page).locator('.digits')
  await expect(digits).toBeVisible()
  const confirming = await page.context().newPage()
  await confirming.goto(link)
  const field = confirming.getByRole('textbox')
  await field.fill(((await digits.textContent()) ?? '').trim())
  // A phone whose keyboard takes half of its height: what is typed into stays in sight, and is decided once the keyboard has gone.
  await confirming.setViewportSize({ width: 390, height: 320 })
  await expect(field).toBeInViewport({ ratio: 0.99 })
  await confirming.setViewportSize({ width: 390, height: 640 })
  await pressArmed(confirming.getByRole('button', { name: /^Yes/ }))
  await expect(confirming.getByText(/unless you cancel it/)).toBeVisible()
  await confirming.close()
}
