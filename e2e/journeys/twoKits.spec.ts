import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { embeddedOf, fact, modalOf } from './modal.js'
import { painted, settled } from './shown.js'

test.describe.configure({ mode: 'parallel' })

test('two kits on a page share nothing: modal, session, theme, memory', async ({ page, journey }) => {
  await journey.install({ name: 'Maple' })
  await journey.install({ name: 'Birch' })
  await openHost({ page, journey, settings: { kits: 2 } })
  const modal = modalOf(page)
  const kit = (number: number) => page.getByRole('region', { name: `Kit ${number}` })
  const status = (number: number) => kit(number).locator('[data-part="status"]')
  // By its modal, not by its place: a browser says in no order what is in view, and each modal is put into the page as soon as it's fetched.
  const theme = () =>
    modal.dialog.evaluate((dialog) => {
      const root = dialog.getRootNode()
      return root instanceof ShadowRoot ? root.host.getAttribute('data-theme') : 'no modal'
    })
  await page.evaluate(() => window.kits[1]?.setTheme({ mode: 'dark' }))

  await kit(1).getByRole('button', { name: 'Connect Wallet' }).click()
  await settled(page, 'Connect')
  await expect(modal.dialog).toHaveCount(1)
  expect(await theme()).toBeNull()
  await modal.wallet('Maple').click()
  await expect(status(1)).toHaveText('connected with Maple')
  await expect(modal.dialog).toHaveCount(0)
  await expect(status(2)).toHaveText('disconnected')

  await kit(2).getByRole('button', { name: 'Connect Wallet' }).click()
  await settled(page, 'Connect')
  expect(await theme()).toBe('dark')
  await expect(page.locator('[data-foyer]')).toHaveCount(2)
  await modal.wallet('Birch').click()
  await expect(status(2)).toHaveText('connected with Birch')
  await expect(status(1)).toHaveText('connected with Maple')

  await page.reload()
  await expect(status(1)).toHaveText('connected with Maple')
  await expect(status(2)).toHaveText('connected with Birch')
  await page.evaluate(() => window.kits[0]?.disconnect())
  await expect(status(1)).toHaveText('disconnected')
  await expect(status(2)).toHaveText('connected with Birch')
})

for (const react of [18, 19] as const) {
  test(`[F24] rendered by a server, hydrated by React ${react} in strict mode without a word, under the strict policy`, async ({
    page,
    journey,
  }) => {
    const maple = await journey.install({ name: 'Maple' })
    const response = await openHost({ page, journey, react, rendered: true, settings: { strictMode: true } })
    expect(await response?.text()).toContain('data-part="connect-button"')
    await hostButton(page).click()
    await modalOf(page).wallet('Maple').click()
    await expect(hostStatus(page)).toHaveText('connected with Maple')
    expect(maple.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
    expect(maple.promptCount).toBe(1)
    // One for each of the events that it follows: of the account, the network and the end.
    await expect.poll(() => maple.listenerCount).toBe(3)
    await page.reload()
    await expect(hostStatus(page)).toHaveText('connected with Maple')
    await expect.poll(() => maple.listenerCount).toBe(3)
    await painted(page)
    expect(maple.listenerCount).toBe(3)
  })
}

test('[S2.17] a modal that stands in the page goes to Account or Connect where another would close', async ({
  page,
  journey,
}) => {
  await journey.install({ name: 'Maple' })
  await page.goto('/?embedded')
  const modal = embeddedOf(page)
  await settled(page, 'Connect')
  await modal.part('help').click()
  await settled(page, 'WhatIsAWallet')
  await modal.part('close').click()
  await settled(page, 'Connect')

  await modal.wallet('Maple').click()
  await expect(fact(page, 'status')).toHaveText('connected')
  await settled(page, 'Account')
  await modal.part('network-select').click()
  await settled(page, 'Networks')
  await modal.part('close').click()
  await settled(page, 'Account')
  await modal.button('Disconnect').click()
  await settled(page, 'Connect')
})
