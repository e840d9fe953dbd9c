import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'
import { settled } from './shown.js'

test.describe.configure({ mode: 'parallel' })

/** How long a visitor may wait to be told [F30]. */
const timeout = 20_000

/** The server fails to give a file until it's mended. */
async function breakFile({ page, name }: { readonly page: Page; readonly name: string }): Promise<{
  readonly mend: () => void
}> {
  let broken = true
  await page.route(`**/${name}`, (route) => (broken ? route.fulfill({ status: 503 }) : route.continue()))
  return {
    mend: () => {
      broken = false
    },
  }
}

/** The names of the errors that the host has heard of. */
async function hearErrors(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const errors: string[] = []
    window.kits[0]?.onError((error) => errors.push(error instanceof Error ? error.name : String(error)))
    Object.assign(window, { errorsHeard: errors })
  })
  return () => page.evaluate(() => window.errorsHeard)
}

declare global {
  interface Window {
    errorsHeard: readonly string[]
  }
}

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' })

test('[F30] the modal that does not come: the button says so, and trying again really fetches it', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/503/)
  const { mend } = await breakFile({ page, name: 'Modal.js' })
  await openHost({ page, journey })
  const errors = await hearErrors(page)
  await connectButton(page).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('This part could not be loaded.', { timeout })
  expect(await errors()).toContain('ChunkLoadError')
  mend()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await settled(page, 'Connect')
  await page.keyboard.press('Escape')
  await expect(connectButton(page)).toBeFocused()
})

test('[F30] a view that does not come: the card says so, keeps a way back, and trying again really fetches it', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/503/)
  const { mend } = await breakFile({ page, name: 'WhatIsAWalletView.js' })
  await openHost({ page, journey })
  const errors = await hearErrors(page)
  const modal = modalOf(page)
  await connectButton(page).click()
  await modal.part('help').click()
  const again = modal.dialog.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible({ timeout })
  expect(await errors()).toContain('ChunkLoadError')
  await expect(modal.part('back')).toBeVisible()
  mend()
  await again.click()
  await expect(modal.part('get-wallet')).toBeVisible()
})

test('[F30] what asks the wallet does not come: the view says so, and trying again really connects', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/503/)
  await journey.install({ name: 'Maple' })
  const { mend } = await breakFile({ page, name: 'createSession.js' })
  await openHost({ page, journey })
  const errors = await hearErrors(page)
  const modal = modalOf(page)
  await connectButton(page).click()
  await modal.wallet('Maple').click()
  await expect(modal.part('waiting-title')).toHaveText('Connection failed', { timeout })
  expect(await errors()).toContain('ChunkLoadError')
  mend()
  await modal.part('retry').click()
  await expect(page.locator('[data-part="status"]')).toHaveText('connected with Maple')
})

test('[F30] a page that may load no style sheet and reach no chain: the modal is whole, connects, and says what is missing', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/Content Security Policy|violates|Refused|Failed to (load|fetch)/)
  await journey.install({ name: 'Maple' })
  await openHost({
    page,
    journey,
    policy: (demos) =>
      demos.replace(/style-src [^;]+/, "style-src 'none'").replace(/connect-src [^;]+/, "connect-src 'self'"),
  })
  const modal = modalOf(page)
  await connectButton(page).click()
  await settled(page, 'Connect')
  expect((await modal.part('card').boundingBox())?.width).toBe(360)
  await modal.wallet('Maple').click()
  await expect(page.locator('[data-part="status"]')).toHaveText('connected with Maple')
  await page.locator('[data-part="account-button"]').click()
  await expect(modal.dialog).toContainText('Token Balance Unavailable', { timeout })
  await expect(modal.button('Load again')).toBeVisible()
})

test('the face of the account button comes late: the focus stays on the button through every change', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  let give = () => {}
  const asked = new Promise<void>((resolve) => {
    give = resolve
  })
  await page.route('**/face.js', async (route) => {
    await asked
    await route.continue()
  })
  await openHost({ page, journey })
  const modal = modalOf(page)
  await connectButton(page).focus()
  await page.keyboard.press('Enter')
  await modal.wallet('Maple').focus()
  await page.keyboard.press('Enter')
  const button = page.locator('[data-part="account-button"]')
  await expect(modal.dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('data-busy')
  give()
  await expect(button).not.toHaveAttribute('data-busy')
  await expect(button).toBeFocused()
})
