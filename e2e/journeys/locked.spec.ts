import { expect, test } from '../fixtures.js'
import { accountButton, connect, connectButton, fact } from './modal.js'

test('a wallet that is locked is said to be, and its account is back without a prompt once it is unlocked, also after a reload', async ({
  page,
  journey,
}) => {
  const maple = await journey.install({ name: 'Maple' })
  const modal = await connect({ page, wallet: 'Maple' })
  const [address = ''] = maple.accounts
  await expect(fact(page, 'address')).toHaveText(address)

  maple.lock()
  await expect(fact(page, 'status')).toHaveText('disconnected')
  await connectButton(page).click()
  await expect(modal.wallet('Maple')).toContainText('locked')
  maple.unlock()
  await expect(fact(page, 'address')).toHaveText(address)
  await page.keyboard.press('Escape')
  await expect(accountButton(page)).toBeVisible()

  maple.lock()
  await expect(fact(page, 'status')).toHaveText('disconnected')
  await page.reload()
  await connectButton(page).click()
  await expect(modal.wallet('Maple')).toContainText('locked')
  await page.keyboard.press('Escape')
  maple.unlock()
  await expect(fact(page, 'address')).toHaveText(address)
  expect(maple.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})
