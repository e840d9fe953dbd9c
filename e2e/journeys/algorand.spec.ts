import { installTestAlgorandWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { freshAlgorandAddress } from './algorandChain.js'
import { familyPage, freshKey, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { fillForm } from './sendStage.js'
import { look, settled } from './shown.js'

const one = 10n ** 6n

test('[S1.6 S3.10] [F22] a visitor sends ALGO by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { algorand } = journey.local
  const wallet = await installTestAlgorandWallet(page, {
    name: 'Kibisis',
    accounts: [{ key: freshKey() }],
    genesisHashes: [algorand.genesisHash],
  })
  const [address = ''] = wallet.accounts
  await fundAccount({ url: algorand.url, address, amount: `${50n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'algorand')
  await openHost({ page, journey, settings: { algorand, preview: true } })
  await hostButton(page).click()
  await modal.wallet('Kibisis').click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshAlgorandAddress()
  await fillForm({ page, modal, token: /^Algorand/, amount: '1.000001', to })
  await look({ page, name: 'algorand-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000001 ALGO')
  await expect(modal.part('fee')).toContainText('0.001 ALGO')
  await look({ page, name: 'algorand-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'algorand-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'sign_transactions').length
  expect([asked(), await own.balance()]).toEqual([1, `${50n * one - one - 1n - 1000n}`])
  await page.keyboard.press('Escape')

  // A new account can't be given less than it has to hold: that is said, and the wallet isn't asked.
  await fillForm({ page, modal, token: /^Algorand/, amount: '0.05', to: await freshAlgorandAddress() })
  await modal.part('send-preview').click()
  await modal.part('send-confirm').click()
  await expect(modal.dialog).toContainText(
    'The recipient’s account is new: the first amount has to be larger. Send more.',
  )
  await look({ page, name: 'algorand-7-first-amount' })
  expect(asked()).toBe(1)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send ALGO')
  await expect(modal.part('preview-facts')).toContainText('2 ALGO')
  await expect(modal.part('preview-facts')).toContainText('0.001 ALGO')
  await look({ page, name: 'algorand-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})
