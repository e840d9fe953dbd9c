import { installTestMultiversxWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { familyPage, freshKey, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { freshMultiversxAddress } from './multiversxChain.js'
import { fillForm } from './sendStage.js'
import { look, settled } from './shown.js'

const one = 10n ** 18n
/** What the chain takes for a transfer. */
const fee = 50_000n * 10n ** 9n
const name = 'MultiversX DeFi Wallet'

test('[S1.6 S3.10] [F22] a visitor sends EGLD by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { multiversx } = journey.local
  const wallet = await installTestMultiversxWallet(page, { name, accounts: [{ key: freshKey() }] })
  const [address = ''] = wallet.accounts
  await fundAccount({ url: multiversx.url, address, amount: `${5n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'mvx')
  await openHost({ page, journey, settings: { multiversx, preview: true } })
  await hostButton(page).click()
  await modal.wallet(name).click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshMultiversxAddress()
  await fillForm({ page, modal, token: /^EGLD/, amount: '1.000000000000000001', to })
  await look({ page, name: 'multiversx-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000000000000000001 EGLD')
  await expect(modal.part('fee')).toContainText('0.00005 EGLD')
  await look({ page, name: 'multiversx-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'multiversx-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'signTransactions').length
  expect([asked(), await own.balance()]).toEqual([1, `${5n * one - one - 1n - fee}`])
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send EGLD')
  await expect(modal.part('preview-facts')).toContainText('Fee, at most')
  await look({ page, name: 'multiversx-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})
