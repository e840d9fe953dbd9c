import { expect, type Page, type Request } from '@playwright/test'
import type { Addresses } from '../addresses.js'
import { modalOf } from '../journeys/modal.js'
import { pressArmed } from '../wallet/pressArmed.js'

/** Where a login at a provider spends its time, in milliseconds. */
export interface Spent {
  /** From the press until the provider's page is asked for, with the wallet's own window and the press in it. */
  readonly before: number
  /** From then on until the browser is sent back. */
  readonly provider: number
  /** From then on until the account's button is painted. */
  readonly after: number
}

/** Runs in the page. @returns when the next such event was, and when the account's button is painted after it: ms since 1970 */
export const untilButton = (event: string) =>
  new Promise<{ begun: number; done: number }>((resolve) => {
    let begun = 0
    const watch = () => {
      if (!document.querySelector('[data-part="account-button"]')) return requestAnimationFrame(watch)
      return requestAnimationFrame(() => resolve({ begun, done: performance.timeOrigin + performance.now() }))
    }
    const start = ({ timeStamp }: Event) => {
      begun = performance.timeOrigin + timeStamp
      watch()
    }
    document.addEventListener(event, start, { capture: true, once: true })
  })

interface LogInAt {
  readonly page: Page
  readonly local: Pick<Addresses, 'wallet' | 'socials'>
  readonly provider: string
  readonly name: string
}

/** Logs in at a provider, and presses on as soon as there is something to press. */
export async function logInAt({ page, local, provider, name }: LogInAt): Promise<Spent> {
  const { dialog, part } = modalOf(page)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  if (provider === 'apple') await part('more-socials').click()
  const button = dialog.locator(`[data-social="${provider}"]`)
  await expect(button).toBeEnabled()
  const opening = page.context().waitForEvent('page')
  const painted = page.evaluate(untilButton, 'click')
  await button.click()
  const popup = await opening
  const way = watchWay(popup, local)
  await pressArmed(popup.getByRole('button', { name: `Continue with ${name}` }))
  await popup.getByRole('link', { name: /Ada Lovelace/ }).click()
  if (provider === 'apple') await popup.getByRole('button', { name: 'Continue' }).click()
  const { begun, done } = await painted
  const [there, back] = [way.there ?? Number.NaN, way.back ?? Number.NaN]
  return { before: there - begun, provider: back - there, after: done - back }
}

/** When a window asks for the provider's first page, and when for the wallet's again. */
function watchWay(popup: Page, { wallet, socials }: LogInAt['local']) {
  const way: { there?: number; back?: number } = {}
  popup.on('request', (request: Request) => {
    if (!request.isNavigationRequest()) return
    const { origin } = new URL(request.url())
    if (origin === new URL(socials).origin) way.there ??= Date.now()
    else if (origin === new URL(wallet).origin && way.there !== undefined) way.back ??= Date.now()
  })
  return way
}
