import { expect } from '@playwright/test'
import { openHost } from '../host.js'
import { freshName, registerElsewhere } from './registerName.js'
import { show, still } from './shown.js'
import type { TourParameters } from './tour.js'

/** Goes through choosing a name for the account, in each of its states. */
export async function tourOfNames({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const { local, install } = journey
  const taken = freshName()
  await registerElsewhere({ local, name: `${taken}.foyer.test` })
  await install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  await openHost({ page, journey, settings: { ...settings, login: 'loginWallet' } })
  await show(page, { view: 'RegisterAccountName' })
  await expect(modal.part('empty-state')).toBeVisible()
  await visit('RegisterAccountName, not offered')
  await page.evaluate(() => window.kits[0]?.connect({ connectorId: 'test-login' }))
  await show(page, { view: 'ChooseAccountName' })
  await visit('ChooseAccountName')

  await show(page, { view: 'RegisterAccountName' })
  const field = modal.part('name-field').getByRole('textbox')
  await field.fill('not a name')
  await expect(modal.part('field-note-invalid')).toBeVisible()
  await still(page)
  await visit('RegisterAccountName, wrong letters')
  await field.fill(taken)
  await expect(modal.part('name-shown-registered')).toBeVisible()
  await still(page)
  await visit('RegisterAccountName, taken')

  journey.expectTrouble(/409/)
  const reason = 'This name, or one that looks like it, is taken. The account may choose another one at any time.'
  const json = { status: 'FAILED', reasons: [{ name: 'name', description: reason }] }
  await page.route(/\/v1\/profile\/account$/, (route) => route.fulfill({ status: 409, json }))
  await modal.part('account-name-suggestion').first().click()
  await expect(modal.part('name-shown-available')).toBeVisible()
  await modal.part('register-name').click()
  await expect(modal.part('name-trouble')).toContainText(reason)
  await still(page)
  await visit('RegisterAccountName, refused')

  await show(page, { view: 'RegisterAccountNameSuccess', name: `${'a-name-of-many-letters'.repeat(2)}.foyer.test` })
  await visit('RegisterAccountNameSuccess')
}
