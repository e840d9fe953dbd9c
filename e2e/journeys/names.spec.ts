import type { NameRecord } from '@foyer/core/wire'
import type { Addresses } from '../addresses.js'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'
import { freshName, registerElsewhere } from './registerName.js'
import { look, settled, show } from './shown.js'

/** What the server says of a name, asked without the kit. */
async function ownerOf({
  local,
  name,
}: {
  readonly local: Addresses
  readonly name: string
}): Promise<NameRecord['addresses']> {
  const answer = await fetch(`${local.server}/v1/profile/account/${name}?projectId=foyer-demo&apiVersion=2`)
  const record: NameRecord = await answer.json()
  return record.addresses
}

test('[S1.6 S2.9 S3.21 S6.7 S7.14 S7.15 S7.16 S7.17 S9.21 S9.22 S9.23] an account of the embedded login gets a name: it is signed once, registered, and shown', async ({
  page,
  journey,
}) => {
  const { local, install } = journey
  const [home] = local.chains
  const wallet = await install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { login: 'loginWallet' } })
  await page.evaluate(() => window.kits[0]?.connect({ connectorId: 'test-login' }))
  await show(page, { view: 'Account' })
  await modal.button('Choose account name').click()
  await settled(page, 'ChooseAccountName')
  await look({ page, name: 'names-choose' })
  await modal.button('Choose name').click()
  await settled(page, 'RegisterAccountName')
  const field = modal.dialog.getByRole('textbox', { name: 'Account name' })
  const submit = modal.part('register-name')
  await expect(modal.part('name-field')).toContainText('.foyer.test')

  await field.fill('ada')
  await expect(modal.part('field-note')).toHaveText('Name must be at least 4 characters long')
  await field.fill('ada lovelace')
  await expect(modal.part('field-note')).toHaveText('Can only contain letters, numbers and - characters')
  await expect(submit).toBeDisabled()

  const name = freshName()
  const asked = page.waitForRequest(/\/v1\/profile\/suggestions\//)
  await field.fill(name)
  expect(new URL((await asked).url()).searchParams.get('zone')).toBe('foyer.test')
  await expect(modal.part('name-shown')).toContainText(`${name}.foyer.test`)
  await expect(modal.part('name-shown')).toContainText('Available')
  await look({ page, name: 'names-available' })

  wallet.next({ sign: 'reject' })
  await field.press('Enter')
  await expect(modal.part('name-trouble')).not.toBeEmpty()
  await submit.click()
  await settled(page, 'RegisterAccountNameSuccess')
  await expect(modal.dialog).toContainText('Account name chosen successfully')
  await look({ page, name: 'names-success' })

  const [, signed] = wallet.requests.filter(({ method }) => method === 'personal_sign')
  const [hex = ''] = Array.isArray(signed?.params) ? signed.params : []
  const message = JSON.parse(Buffer.from(String(hex).slice(2), 'hex').toString())
  expect(message).toMatchObject({ name: `${name}.foyer.test`, attributes: {}, project: 'foyer-demo' })
  expect(message.domain).toBe(new URL(local.host).host)
  expect(Math.abs(Date.now() / 1000 - message.timestamp)).toBeLessThan(60)
  const [address = '0x'] = wallet.accounts
  const coinType = String((home.id | 0x8000_0000) >>> 0)
  expect(await ownerOf({ local, name: `${name}.foyer.test` })).toMatchObject({
    [coinType]: { address: address.toLowerCase() },
  })

  await modal.button('Go to account').click()
  await settled(page, 'Account')
  await expect(modal.part('copy-address')).toContainText(name)
  await expect(modal.button('Choose account name')).toHaveCount(0)
  await look({ page, name: 'names-account' })
  await show(page, { view: 'RegisterAccountName' })
  await expect(modal.dialog).toContainText('You already own a name')
})

test('[S3.21 S8.19] a name that is taken says so and offers others; what the server refuses is said in its words', async ({
  page,
  journey,
}) => {
  const { local, install } = journey
  const taken = freshName()
  await install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  const modal = modalOf(page)
  await registerElsewhere({ local, name: `${taken}.foyer.test` })
  await openHost({ page, journey, settings: { login: 'loginWallet' } })
  await page.evaluate(() => window.kits[0]?.connect({ connectorId: 'test-login' }))
  await show(page, { view: 'RegisterAccountName' })
  const field = modal.dialog.getByRole('textbox', { name: 'Account name' })
  await field.fill(taken)
  await expect(modal.part('name-shown')).toContainText('Registered')
  await expect(modal.part('register-name')).toBeDisabled()
  const others = modal.part('account-name-suggestion')
  await expect(others.first()).toContainText('Available')
  await look({ page, name: 'names-taken' })
  await others.first().click()
  await expect(field).toHaveValue(new RegExp(`^.*${taken}.*$`))
  await expect(modal.part('name-shown')).toContainText('Available')

  // Somebody else is quicker.
  journey.expectTrouble(/409/)
  await registerElsewhere({ local, name: `${await field.inputValue()}.foyer.test` })
  await modal.part('register-name').click()
  await expect(modal.part('name-trouble')).toHaveText(/taken|registered/i)
  await look({ page, name: 'names-refused' })
})

test('[S1.6 S2.9] by keyboard alone an account of the embedded login gets a name', async ({ page, journey }) => {
  await journey.install({ name: 'Login', announced: false, injectedAs: 'loginWallet' })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { login: 'loginWallet' } })
  await page.evaluate(() => window.kits[0]?.connect({ connectorId: 'test-login' }))
  await show(page, { view: 'Account' })
  await modal.button('Choose account name').press('Enter')
  await settled(page, 'ChooseAccountName')
  await modal.button('Choose name').press('Enter')
  await settled(page, 'RegisterAccountName')
  const name = freshName()
  const field = modal.dialog.getByRole('textbox', { name: 'Account name' })
  await expect(async () => {
    const isFocused = () => field.evaluate((node) => node.matches(':focus'))
    if (!(await isFocused())) await page.keyboard.press('Tab')
    expect(await isFocused()).toBe(true)
  }).toPass()
  await page.keyboard.type(name)
  await expect(modal.part('name-shown')).toContainText('Available')
  await page.keyboard.press('Enter')
  await settled(page, 'RegisterAccountNameSuccess')
  await modal.button('Go to account').press('Enter')
  await settled(page, 'Account')
  await expect(modal.part('copy-address')).toContainText(name)
})

test('[S6.7] an account of another wallet is offered no name', async ({ page, journey }) => {
  const maple = await journey.install({ name: 'Maple' })
  const modal = modalOf(page)
  await openHost({ page, journey })
  await expect.poll(() => page.evaluate(() => window.kits[0]?.store.getState().connectors.length)).toBe(1)
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'Account' })
  await expect(modal.button('Disconnect')).toBeVisible()
  await expect(modal.button('Choose account name')).toHaveCount(0)
  await show(page, { view: 'RegisterAccountName' })
  await expect(modal.dialog).toContainText('No names for this account')
})
