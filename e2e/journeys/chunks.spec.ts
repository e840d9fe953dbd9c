import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { faults, isOlderChromium } from '../olderChromium.js'
import { hearRequests } from './hearRequests.js'
import { holdRequests } from './holdRequests.js'
import { modalOf } from './modal.js'
import { settled } from './shown.js'

test.describe.configure({ mode: 'parallel' })

/** Opens the host, whose server fails to give a file until it's mended. */
async function openBroken({
  page,
  journey,
  name,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly name: string
}): Promise<{
  /** Once nothing is on its way any more: what is then there, trying again has brought. */
  readonly mend: () => Promise<void>
  /** The names of the errors that the host has heard of. */
  readonly errors: () => Promise<readonly string[]>
}> {
  test.skip(isOlderChromium(page.context().browser()), faults.keptModules)
  let broken = true
  journey.expectTrouble(/503/)
  const heard = hearRequests(page)
  await page.route(`**/${name}`, (route) => (broken ? route.fulfill({ status: 503 }) : route.continue()))
  await openHost({ page, journey })
  await page.evaluate(() => {
    const errors: string[] = []
    window.kits[0]?.onError((error) => errors.push(error instanceof Error ? error.name : String(error)))
    Object.assign(window, { errorsHeard: errors })
  })
  return {
    async mend() {
      await heard.answered()
      broken = false
    },
    errors: () => page.evaluate(() => window.errorsHeard),
  }
}

declare global {
  interface Window {
    errorsHeard: readonly string[]
  }
}

test('[F30] the modal that does not come: the button says so, and trying again really fetches it', async ({
  page,
  journey,
}) => {
  const { mend, errors } = await openBroken({ page, journey, name: 'modalCode.js' })
  await hostButton(page).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('This part could not be loaded.')
  await expect.poll(errors).toContain('ChunkLoadError')
  await mend()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await settled(page, 'Connect')
  await page.keyboard.press('Escape')
  await expect(hostButton(page)).toBeFocused()
})

test('[F30] a view that does not come: the card says so, keeps a way back, and trying again really fetches it', async ({
  page,
  journey,
}) => {
  const { mend, errors } = await openBroken({ page, journey, name: 'viewsCode.js' })
  const modal = modalOf(page)
  await hostButton(page).click()
  await modal.part('help').click()
  const again = modal.dialog.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect.poll(errors).toContain('ChunkLoadError')
  await expect(modal.part('back')).toBeVisible()
  await mend()
  await again.click()
  await expect(modal.part('get-wallet')).toBeVisible()
})

test('[F30] what asks the wallet does not come: the view says so, and trying again really connects', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  const { mend, errors } = await openBroken({ page, journey, name: 'evm-wallet.js' })
  const modal = modalOf(page)
  await hostButton(page).click()
  await modal.wallet('Maple').click()
  await expect(modal.part('waiting-title')).toHaveText('Connection failed')
  await expect.poll(errors).toContain('ChunkLoadError')
  await mend()
  await modal.part('retry').click()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
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
  await hostButton(page).click()
  await settled(page, 'Connect')
  await expect.poll(async () => (await modal.part('card').boundingBox())?.width).toBe(360)
  await modal.wallet('Maple').click()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  await page.locator('[data-part="account-button"]').click()
  await expect(modal.dialog).toContainText('Token Balance Unavailable')
  await expect(modal.button('Load again').first()).toBeVisible()
})

test('the face of the account button comes late: the focus stays on the button through every change', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  const give = await holdRequests({ page, url: '**/face.js' })
  await openHost({ page, journey })
  const modal = modalOf(page)
  await hostButton(page).focus()
  await page.keyboard.press('Enter')
  await modal.wallet('Maple').focus()
  await page.keyboard.press('Enter')
  const button = page.locator('[data-part="account-button"]')
  await expect(modal.dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  give()
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
})
