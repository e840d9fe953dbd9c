import { installTestTezosWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { familyPage, freshKey, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { fillForm } from './sendStage.js'
import { look, settled } from './shown.js'
import { freshTezosAddress } from './tezosChain.js'

const one = 1_000_000n
/** What the wallet sets for each operation; what an account costs that isn't there yet. */
const [fee, newAccount] = [500n, 64_250n]
const name = 'Temple'

test('[S1.6 S3.10] [F22] a visitor sends XTZ by the modal, and reads in words what the wallet is about to be asked for', async ({
  page,
  journey,
}) => {
  const { tezos } = journey.local
  const { url } = tezos
  const wallet = await installTestTezosWallet(page, { name, accounts: [{ key: freshKey() }], nodeUrl: url })
  const [address = ''] = wallet.accounts
  await fundAccount({ url, address, amount: `${5n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'tezos')
  await openHost({ page, journey, settings: { tezos, preview: true } })
  await hostButton(page).click()
  await modal.wallet(name).click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshTezosAddress()
  await fillForm({ page, modal, token: /^Tez/, amount: '1.000001', to })
  await look({ page, name: 'tezos-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000001 XTZ')
  await expect(modal.part('fee')).toContainText('0.066 XTZ')
  await look({ page, name: 'tezos-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'operation_request').length
  expect([asked(), await own.balance()]).toEqual([1, `${5n * one - one - 1n - 2n * fee - newAccount}`])
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send XTZ')
  await look({ page, name: 'tezos-5-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success', fee: `${fee}` })
  expect(asked()).toBe(2)
})
