import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'
import { settled, show } from './shown.js'

const email = 'ada@example.com'
const newestCode = (page: Page) => page.evaluate(() => globalThis.login?.server.mails.at(-1)?.code ?? '')

test('by keyboard alone a visitor logs in by e-mail: a link, a wrong code, the right one; and again after it was left', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { login: 'loginWallet' } })
  await show(page, { view: 'Connect' })
  const field = modal.part('login-email').getByRole('textbox')
  await field.focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await settled(page, 'EmailVerifyDevice')
  await expect(modal.part('login-mail')).toContainText(email)

  // Left in the middle: the address is kept, and what was sent before isn't waited for any more.
  await page.keyboard.press('Escape')
  await expect(page.getByText('disconnected', { exact: true })).toBeVisible()
  await show(page, { view: 'Connect' })
  await expect(field).toHaveValue(email)
  await field.press('Enter')
  await settled(page, 'EmailVerifyDevice')
  await page.evaluate((to) => globalThis.login?.server.approveDevice(to), email)

  await settled(page, 'EmailVerifyOtp')
  const code = modal.part('code-input')
  await expect(code).toBeFocused()
  const sent = await newestCode(page)
  await page.keyboard.type(sent === '000000' ? '111111' : '000000')
  await expect(modal.part('login-note')).toHaveText('That code is wrong. Try again.')
  await expect(code).toBeFocused()
  await page.keyboard.type(sent)
  await expect(page.getByText('connected with E-mail')).toBeVisible()
  await expect(modal.dialog).toHaveCount(0)
  const profiles = await page.evaluate(() =>
    Object.values(window.kits[0]?.store.getState().connection.connections ?? {}).map(({ profile }) => profile),
  )
  expect(profiles).toEqual([{ provider: 'email', email }])
})

test('[S2.16] what a login’s wallet shows holds the modal until it is over; the host alone may force it', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { login: 'loginWallet' } })
  await page.evaluate(() => window.kits[0]?.connect({ connectorId: 'test-login' }))
  const hide = await page.evaluateHandle(() => globalThis.login?.showSurface())
  await settled(page, 'ApproveTransaction')
  await expect(modal.button('Close')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  await page.evaluate(() => window.kits[0]?.close())
  await expect(modal.part('approve')).toBeVisible()
  await hide.evaluate((hideIt) => hideIt?.())
  await expect(modal.part('approve')).toHaveCount(0)

  await page.evaluateHandle(() => globalThis.login?.showSurface())
  await settled(page, 'ApproveTransaction')
  await page.evaluate(() => window.kits[0]?.close('force'))
  await expect(modal.dialog).toHaveCount(0)
})
