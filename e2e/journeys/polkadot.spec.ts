import { installTestPolkadotWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { familyPage, freshKey, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { freshPolkadotAddress } from './polkadotChain.js'
import { fillForm } from './sendStage.js'
import { look, settled } from './shown.js'

const one = 10n ** 10n

test('[S1.6 S3.10] [F22] a visitor sends DOT by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { polkadot } = journey.local
  const wallet = await installTestPolkadotWallet(page, { name: 'Talisman', accounts: [{ key: freshKey() }] })
  const [address = ''] = wallet.accounts
  await fundAccount({ url: polkadot.url, address, amount: `${50n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'polkadot')
  await openHost({ page, journey, settings: { polkadot, preview: true } })
  await hostButton(page).click()
  await modal.wallet('Talisman').click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshPolkadotAddress()
  await fillForm({ page, modal, token: /^Polkadot/, amount: '1.0000000001', to })
  await look({ page, name: 'polkadot-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.0000000001 DOT')
  await expect(modal.part('fee')).toContainText('0.016 DOT')
  await expect(modal.part('preview-beside')).toContainText('Stays in the account, at least')
  await look({ page, name: 'polkadot-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'polkadot-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'signPayload').length
  expect([asked(), await own.balance()]).toEqual([1, `${50n * one - one - 1n - 158_000_000n}`])
  await page.keyboard.press('Escape')

  // A new account can't be given less than it has to hold: that is said, and the wallet isn't asked.
  await fillForm({ page, modal, token: /^Polkadot/, amount: '0.5', to: await freshPolkadotAddress() })
  await modal.part('send-preview').click()
  await modal.part('send-confirm').click()
  await expect(modal.dialog).toContainText(
    'The recipient’s account is new: the first amount has to be larger. Send more.',
  )
  await look({ page, name: 'polkadot-7-first-amount' })
  expect(asked()).toBe(1)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send DOT')
  await expect(modal.part('preview-facts')).toContainText('Stays in the account, at least')
  await expect(modal.part('preview-facts')).toContainText('1 DOT')
  await look({ page, name: 'polkadot-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})
