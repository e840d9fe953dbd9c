import type { TestWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { parseEther, parseUnits } from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { copyLink } from './copyLink.js'
import { type Modal, modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { directly, fillForm, previewAndSend, readReceipt } from './sendStage.js'
import { look, settled, show } from './shown.js'

test.describe.configure({ mode: 'parallel' })

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Opens the host with a wallet that is connected. */
async function openConnected({ page, journey }: { readonly page: Page; readonly journey: Journey }): Promise<{
  readonly maple: TestWallet
  readonly account: `0x${string}`
  readonly modal: Modal
}> {
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  await openHost({ page, journey })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  const [account] = maple.accounts
  if (!account) throw new Error('The wallet has no account.')
  return { maple, account, modal: modalOf(page) }
}

const sends = ({ requests }: TestWallet) => requests.filter(({ method }) => method === 'eth_sendTransaction').length

test('[S1.6 S3.17] [F22 F27] a visitor sends a coin, a token and an NFT; what arrives is what was shown, to the last unit', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const chain = directly(home)
  const { maple, account, modal } = await openConnected({ page, journey })
  await chain.give('DUSD', account, parseUnits('12.345678', 6))
  const to = newAddress()

  await fillForm({ page, modal, token: /^Ether/, amount: '1.000000000000000001', to })
  await look({ page, name: 'send-1-form' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000000000000000001 ETH')
  await expect(modal.part('review-details')).toContainText(to)
  await expect(modal.part('fee')).toContainText('ETH')
  await look({ page, name: 'send-2-preview' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await expect(modal.part('sum')).toHaveText('−1.000000000000000001 ETH')
  await expect(modal.part('receipt-details')).toContainText(to)
  await expect(modal.part('receipt-details')).toContainText(/Confirmed, block \d/)
  // What was paid is what the chain took, rounded up to two digits.
  await expect(modal.part('fee')).toHaveText(/0\.0000\d{2,4} ETH$/)
  await look({ page, name: 'send-2-receipt' })
  await readReceipt({ page, modal })
  await expect.poll(() => chain.coinOf(to)).toBe(10n ** 18n + 1n)

  // A new token shows with the next look at the list, and Max takes all of it.
  await fillForm({ page, modal, token: /Digital Dollar/, amount: '1,5', to })
  await modal.part('send-max').click()
  await expect(modal.part('amount-input')).toHaveValue('12.345678')
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  await expect.poll(() => chain.balanceOf('DUSD', to)).toBe(12_345_678n)
  expect(await chain.balanceOf('DUSD', account)).toBe(0n)

  const { address, ownerOf } = await chain.mintNft(account)
  await show(page, { view: 'WalletSend', asset: { type: 'nft', address, tokenId: '7', name: 'Picture 7' }, to })
  await expect(modal.part('send-nft')).toContainText('Picture 7')
  await look({ page, name: 'send-3-nft' })
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  await expect.poll(ownerOf).toBe(to)
  expect(sends(maple)).toBe(3)
})

test('[S5.11] [F22] by keyboard: what is declined leaves the form as it was, and the next try sends once', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const chain = directly(home)
  const { maple, modal } = await openConnected({ page, journey })
  const to = newAddress()
  const isFocused = (name: string) =>
    modal.part(name).evaluate((node) => node.matches(':focus') || node.querySelector(':focus') !== null)
  await show(page, { view: 'WalletSend' })
  await expect(modal.part('send-preview')).toHaveText('Select Token')
  const tabTo = async (name: string) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      expect(await isFocused(name)).toBe(true)
    }).toPass({ intervals: [0] })
  }
  await modal.part('send-token').focus()
  await page.keyboard.press('Enter')
  await settled(page, 'WalletSendSelectToken')
  const ether = modal.part('token').filter({ hasText: /^Ether/ })
  await expect(ether).toBeVisible()
  await ether.focus()
  await page.keyboard.press('Enter')
  await settled(page, 'WalletSend')
  await expect(modal.part('send-preview')).toHaveText('Add Amount')
  await modal.part('amount-input').focus()
  await page.keyboard.type('0')
  await expect(modal.part('send-preview')).toHaveText('Incorrect Value')
  await page.keyboard.type('.25')
  await expect(modal.part('send-preview')).toHaveText('Add Address')
  await tabTo('send-max')
  await tabTo('field-input')
  await page.keyboard.type(to)
  await expect(modal.part('send-preview')).toHaveText('Review send')
  await page.keyboard.press('Enter')
  await settled(page, 'WalletSendPreview')

  maple.next({ send: 'reject' })
  await modal.part('send-confirm').focus()
  await page.keyboard.press('Enter')
  // Once, by the button that was pressed.
  await expect(modal.part('review-trouble')).toHaveText('It was not approved in the wallet. Nothing was sent.')
  await expect(modal.part('snackbar')).toHaveCount(0)
  await expect(modal.part('sum')).toHaveText('0.25 ETH')
  await modal.button('Cancel').click()
  await settled(page, 'WalletSend')
  await expect(modal.part('amount-input')).toHaveValue('0.25')
  await expect(modal.part('field-input')).toHaveValue(to)
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  await expect.poll(() => chain.coinOf(to)).toBe(parseEther('0.25'))
  expect(sends(maple)).toBe(2)
})

test('Max leaves the fee, and nothing more than it', async ({ page, journey }) => {
  const [home] = journey.local.chains
  const chain = directly(home)
  const { account, modal } = await openConnected({ page, journey })
  const to = newAddress()
  await fillForm({ page, modal, token: /^Ether/, amount: '1', to })
  await modal.part('send-max').click()
  await expect(modal.part('amount-input')).toHaveValue(/^9\.99\d+$/)
  const shown = parseEther(await modal.part('amount-input').inputValue())
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  await expect.poll(() => chain.coinOf(to)).toBe(shown)
  expect(await chain.coinOf(account)).toBeLessThan(parseEther('0.005'))
})

test('[F14] an address that looks like one that was paid before is sent to only once that was agreed to', async ({
  page,
  journey,
}) => {
  const { modal } = await openConnected({ page, journey })
  const known = newAddress()
  await fillForm({ page, modal, token: /^Ether/, amount: '0.1', to: known })
  await previewAndSend({ modal })
  await readReceipt({ page, modal })
  const poisoned = `${known.slice(0, 8)}${'0'.repeat(28)}${known.slice(-6)}`.toLowerCase()
  await fillForm({ page, modal, token: /^Ether/, amount: '0.1', to: poisoned })
  await expect(modal.part('send-warning')).toContainText('This address is not the one you know')
  await expect(modal.part('send-preview')).toBeDisabled()
  await look({ page, name: 'send-4-poisoned' })
  await modal.part('send-accept').click()
  await expect(modal.part('send-preview')).toBeEnabled()
})

test('a transfer that the chain expects to fail is said so before it is sent', async ({ page, journey }) => {
  const [home] = journey.local.chains
  const chain = directly(home)
  const { account, modal } = await openConnected({ page, journey })
  await chain.give('FYR', account, parseUnits('3', 18))
  await fillForm({ page, modal, token: /Foyer Coin/, amount: '2', to: newAddress() })
  await modal.part('send-preview').click()
  await expect(modal.part('fee')).toBeVisible()
  // All of it goes elsewhere between the preview and the wallet.
  await chain.takeAway('FYR', account, parseUnits('3', 18))
  await modal.button('Cancel').click()
  await modal.part('send-preview').click()
  await expect(modal.dialog).toContainText('The network expects this transaction to fail')
})

test('[S4.6] the preview is dropped where the network changes, and the form is kept', async ({ page, journey }) => {
  const [, away] = journey.local.chains
  const { maple, modal } = await openConnected({ page, journey })
  const to = newAddress()
  await fillForm({ page, modal, token: /^Ether/, amount: '0.5', to })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('0.5 ETH')
  maple.switchChain(away.id)
  await expect(modal.dialog).toContainText('The network or the account has changed. Nothing was sent')
  await modal.part('send-back').click()
  await settled(page, 'WalletSend')
  await expect(modal.part('amount-input')).toHaveValue('0.5')
  await expect(modal.part('field-input')).toHaveValue(to)
  expect(sends(maple)).toBe(0)
})

test('[S1.6] over WalletConnect: the wallet elsewhere is asked for what was previewed', async ({
  page,
  context,
  journey,
}) => {
  const [home] = journey.local.chains
  const chain = directly(home)
  const { local } = journey
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { relay: local.relay } })
  await show(page, { view: 'Connect' })
  await modal.wallet('WalletConnect').click()
  await expect(modal.code).toBeVisible()
  const uri = await copyLink(page)
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await wallet.press('Connect')
  await page.bringToFront()
  await expect.poll(() => page.evaluate(() => window.kits[0]?.account().address)).toBe(wallet.address)
  const to = newAddress()
  await fillForm({ page, modal, token: /^Ether/, amount: '0.75', to })
  await previewAndSend({ modal })
  await expect(modal.dialog).toContainText('Confirm transaction in your wallet')
  await look({ page, name: 'send-5-waiting' })
  await wallet.page.bringToFront()
  await expect(wallet.card).toContainText('0.75 ETH')
  await wallet.press('Send')
  await page.bringToFront()
  await readReceipt({ page, modal })
  await expect.poll(() => chain.coinOf(to)).toBe(parseEther('0.75'))
})
