import { expect, test } from '../fixtures.js'
import { setBalance } from '../setBalance.js'
import { hearRequests } from './hearRequests.js'
import { accountButton, connect } from './modal.js'

test('without a network the card says so; when it is back, so is the balance of now', async ({
  page,
  context,
  journey,
}) => {
  await page.clock.install()
  const heard = hearRequests(page)
  const maple = await journey.install({ name: 'Maple' })
  journey.expectTrouble(/ERR_INTERNET_DISCONNECTED/)
  const modal = await connect({ page, wallet: 'Maple' })
  await accountButton(page).click()
  await expect(accountButton(page)).toContainText('10.000')
  const told = modal.dialog.getByText('You are offline. This goes on when the connection is back.')

  // Else time runs out for what is on its way.
  await heard.answered()
  // What is older than its half minute is asked for anew.
  await page.clock.fastForward(31_000)
  await context.setOffline(true)
  await expect(told).toBeVisible()
  const [home] = journey.local.chains
  const [address = '0x'] = maple.accounts
  await setBalance({ chain: home, address, ether: '12.5' })
  await context.setOffline(false)
  await expect(told).toBeHidden()
  await expect(accountButton(page)).toContainText('12.500')
})
