import { installTestCardanoWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { freshCardanoAddress } from './cardanoChain.js'
import { familyPage, freshKey, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { fillForm } from './sendStage.js'
import { look, settled } from './shown.js'

const one = 10n ** 6n
const name = 'Lace'

test('[S1.6 S3.10] [F22] a visitor sends ADA by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { cardano } = journey.local
  const { url } = cardano
  const wallet = await installTestCardanoWallet(page, { name, accounts: [{ key: freshKey() }], url })
  const [address = ''] = wallet.accounts
  await fundAccount({ url, address, amount: `${5n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'cip34')
  await openHost({ page, journey, settings: { cardano, preview: true } })
  await hostButton(page).click()
  await modal.wallet(name).click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshCardanoAddress()
  await fillForm({ page, modal, token: /^(Cardano|tADA)/, amount: '1.000001', to })
  await look({ page, name: 'cardano-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000001 tADA')
  await expect(modal.part('fee')).toContainText('0.1')
  await look({ page, name: 'cardano-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'cardano-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'signTx').length
  expect(asked()).toBe(1)
  const left = BigInt((await own.balance()) ?? '')
  expect(left < 4n * one && left > 4n * one - 200_000n).toBe(true)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send tADA')
  await expect(modal.part('preview-facts')).toContainText('1 tADA')
  await look({ page, name: 'cardano-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})
