import { expect, type Page } from '@playwright/test'
import { openHost } from '../host.js'
import type { Modal } from './modal.js'
import { held, settled, show, still } from './shown.js'
import type { TourParameters } from './tour.js'

const email = 'ada.with.a.long.name@mail.of-her-company.example'

/** Goes through logging in, by e-mail and by a social account, and what a login's wallet asks. */
export async function tourOfLogin({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const { install } = journey
  const host = { ...settings, login: 'loginWallet', secureOrigin: journey.local.wallet }
  await install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  await openHost({ page, journey, settings: host })
  await show(page, { view: 'Connect' })
  await expect(modal.part('social').first()).toBeVisible()
  await still(page)
  await visit('Connect, without a wallet')
  await modal.part('login-email').getByRole('textbox').fill('ada@')
  await modal.part('login-submit').click()
  await expect(modal.part('field-note-invalid')).toBeVisible()
  await visit('Connect, no address')
  await show(page, { view: 'ConnectSocials' })
  await visit('ConnectSocials')
  await show(page, { view: 'Create' })
  await visit('Create')
  await show(page, { view: 'ConnectWallets' })
  await visit('ConnectWallets, none')
  await show(page, { view: 'EmailLogin' })
  await visit('EmailLogin')

  await modal.part('login-email').getByRole('textbox').fill(email)
  await modal.part('login-submit').click()
  await settled(page, 'EmailVerifyDevice')
  await held(page, () => visit('EmailVerifyDevice'))
  await page.evaluate((to) => globalThis.login?.server.approveDevice(to), email)
  await settled(page, 'EmailVerifyOtp')
  await held(page, () => visit('EmailVerifyOtp'))
  await tryCode({ page, modal })
  await expect(modal.part('code-field-invalid')).toBeVisible()
  await held(page, () => visit('EmailVerifyOtp, wrong'))
  await tryCode({ page, modal })
  await tryCode({ page, modal })
  await expect(modal.part('start-again')).toBeVisible()
  await visit('EmailVerifyOtp, too many')

  await page.evaluate(() => {
    window.open = () => null
  })
  await show(page, { view: 'ConnectSocials' })
  await modal.part('social').first().click()
  await settled(page, 'ConnectingSocial')
  await expect(modal.part('open-window')).toBeVisible()
  await visit('ConnectingSocial, blocked')
  await modal.part('open-window').click()
  await expect(modal.part('open-window')).toHaveCount(0)
  await visit('ConnectingSocial, leaving')

  await show(page, { view: 'ConnectingFarcaster' })
  await expect(modal.part('copy-link')).toBeEnabled()
  await held(page, () => visit('ConnectingFarcaster'))

  await page.evaluate(() => window.kits[0]?.connect({ connectorId: 'test-login' }))
  await show(page, { view: 'AccountSettings' })
  await expect(modal.part('disconnect')).toBeVisible()
  await visit('AccountSettings')
  await tourOfAnotherAddress({ page, modal, visit })
  await show(page, { view: 'ApproveTransaction' })
  await visit('ApproveTransaction, nothing')
  await page.evaluate(() => globalThis.login?.showSurface())
  await settled(page, 'ApproveTransaction')
  await expect(modal.part('approve')).toBeVisible()
  await visit('ApproveTransaction, shown')

  await install({ name: 'Maple' })
  await openHost({ page, journey, settings: host })
  await page.evaluate(() => window.kits[0]?.disconnect())
  await show(page, { view: 'Connect' })
  await expect(modal.part('wallet')).toHaveCount(1)
  await still(page)
  await visit('Connect, a wallet first')
}

/** Goes through an update of the address that a visitor logs in by. */
async function tourOfAnotherAddress({
  page,
  modal,
  visit,
}: Pick<TourParameters, 'page' | 'modal' | 'visit'>): Promise<void> {
  await show(page, { view: 'UpdateEmailWallet' })
  await visit('UpdateEmailWallet, none')
  await page.evaluate((to) => globalThis.login?.server.changeProfile({ provider: 'email', email: to }), email)
  await show(page, { view: 'AccountSettings' })
  await expect(modal.part('login-as')).toBeVisible()
  await visit('AccountSettings, by email')
  await modal.part('secure-wallet').click()
  await settled(page, 'UpgradeEmailWallet')
  await still(page)
  await visit('UpgradeEmailWallet')
  await show(page, { view: 'AccountSettings' })
  await modal.part('login-as').click()
  await settled(page, 'UpdateEmailWallet')
  await still(page)
  await visit('UpdateEmailWallet')
  await modal.part('new-email').getByRole('textbox').fill('ada@')
  await modal.part('save-email').click()
  await expect(modal.part('field-note-invalid')).toBeVisible()
  await visit('UpdateEmailWallet, no address')
  await modal.part('new-email').getByRole('textbox').fill(`new.${email}`)
  await modal.part('save-email').click()
  await settled(page, 'UpdateEmailPrimaryOtp')
  await held(page, () => visit('UpdateEmailPrimaryOtp'))
  await typeSentCode({ page, modal })
  await settled(page, 'UpdateEmailSecondaryOtp')
  await held(page, () => visit('UpdateEmailSecondaryOtp'))
  await typeSentCode({ page, modal })
  await expect(modal.part('code-input')).toHaveCount(0)
  await still(page)
  await visit('UpdateEmailSecondaryOtp, links')
  await page.evaluate((to) => globalThis.login?.server.approveDevice(to), `new.${email}`)
  await settled(page, 'AccountSettings')
}

/** Types the code that was sent last. */
async function typeSentCode({ page, modal }: { readonly page: Page; readonly modal: Modal }): Promise<void> {
  await modal.part('code-input').fill((await page.evaluate(() => globalThis.login?.server.mails.at(-1)?.code)) ?? '')
}

/** Types a code that isn't the one that was sent, and waits until it was looked at. */
async function tryCode({ page, modal }: { readonly page: Page; readonly modal: Modal }): Promise<void> {
  const sent = await page.evaluate(() => globalThis.login?.server.mails.at(-1)?.code)
  await modal.part('code-input').fill(sent === '000000' ? '111111' : '000000')
  await expect(modal.part('code-field-busy')).toHaveCount(0)
  await still(page)
}
