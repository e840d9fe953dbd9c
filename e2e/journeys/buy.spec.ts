import type { Page } from '@playwright/test'
import { createPublicClient, erc20Abi, http, parseEther, parseUnits } from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import { examine } from './examine.js'
import { type Modal, modalOf } from './modal.js'
import { readClipboard } from './readClipboard.js'
import { scanCode } from './scanCode.js'
import { look, settled, show } from './shown.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

interface Connected {
  readonly modal: Modal
  readonly address: `0x${string}`
}

/** A host whose kit is connected. */
async function connectedHost({
  page,
  journey,
  settings,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly settings?: Partial<HostSettings> | undefined
}): Promise<Connected> {
  const maple = await journey.install({ name: 'Maple' })
  await openHost({ page, journey, settings })
  await expect.poll(() => page.evaluate(() => window.kits[0]?.store.getState().connectors.length)).toBeGreaterThan(0)
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  return { modal: modalOf(page), address: maple.accounts[0] ?? '0x' }
}

test('[S1.6 S7.18 S7.19 S7.20 S3.18 S3.19 S3.20 S9.17] a visitor sees a price in the widget, buys at the card desk in a window of its own, and what was bought shows in the activity and on the chain', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/onramp/')) asked.push(new URL(request.url()).pathname)
  })
  await openHost({ page, journey, settings: { onrampWidget: true } })
  const widget = page.locator('[data-part="onramp-widget"]')
  await expect(widget.getByLabel('You pay')).toBeVisible()
  // Until the visitor touches it nothing is asked: what is offered is the fallback.
  await expect(widget).toContainText('10 to 25,000.00 USD')
  await expect(widget.getByRole('button', { name: 'Token: USDC' })).toBeVisible()
  expect(asked).toEqual([])
  await examine({ page, name: 'the widget, not connected' })
  await page.setViewportSize({ width: 1280, height: 860 })
  await widget.getByRole('button', { name: '$250' }).click()
  await expect(widget.getByRole('button', { name: 'Token: ETH' })).toBeVisible()
  await expect(widget.getByLabel('You receive')).not.toHaveValue('')
  await widget.getByRole('button', { name: 'Connect wallet' }).click()
  await settled(page, 'Connect')
  await page.evaluate(() => window.kits[0]?.close())

  const { modal, address } = await connectedHost({ page, journey, settings: { onrampWidget: true } })
  await widget.getByLabel('You pay').fill('9')
  await expect(widget).toContainText('The least that is taken is 10 USD.')
  await look({ page, name: 'widget-wrong' })
  await widget.getByRole('button', { name: 'Token: ETH' }).click()
  await settled(page, 'OnRampTokenSelect')
  await modal.part('choice').filter({ hasText: 'DUSD' }).click()
  await expect(modal.dialog).toBeHidden()
  await widget.getByRole('button', { name: 'Currency: USD' }).click()
  await settled(page, 'OnRampFiatSelect')
  await modal.part('choice').filter({ hasText: 'USD' }).click()
  await expect(modal.dialog).toBeHidden()
  await widget.getByRole('button', { name: '$100', exact: true }).click()
  const receives = widget.getByLabel('You receive')
  await expect(receives).toHaveValue(/^9\d\.\d{3}$/)
  await examine({ page, name: 'the widget, with a price' })
  await look({ page, name: 'widget-dark-forced' })
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  await page.setViewportSize({ width: 1280, height: 860 })
  await look({ page, name: 'widget-priced' })
  await widget.getByRole('button', { name: 'Get quotes' }).click()
  await settled(page, 'OnRampProviders')
  const row = modal.part('provider')
  await expect(row).toContainText('Card desk')
  await expect(row).toContainText('Fees 1-2%')
  await expect(row).toContainText(`about ${await receives.inputValue()} DUSD`)

  await row.click()
  await settled(page, 'OnRampReview')
  const [paid, got] = [modal.part('sum').first(), modal.part('sum').last()]
  await expect(paid).toHaveText('100 USD')
  await expect(got).toHaveText(/^≈9\d\.\d+ DUSD$/)
  await expect(modal.part('detail')).toContainText(['Card desk', 'USD', 'USD', 'USD', address])
  const opening = page.waitForEvent('popup')
  await modal.button('Open Card desk').click()
  const desk = await opening
  await settled(page, 'BuyInProgress')
  await expect(modal.dialog).toContainText('Buy in Card desk')
  await expect(modal.dialog).toContainText('Continue in external window')
  await desk.waitForURL(/order=/)
  expect(await desk.evaluate(() => window.opener)).toBeNull()
  await modal.button('Copy link').click()
  await expect(modal.part('snackbar-message')).toHaveText('Link copied')
  expect(await readClipboard(page)).toBe(desk.url())
  const sold = await desk.locator('[data-part="purchase-amount"]').textContent()
  const [amount = '', symbol] = sold?.split(' ') ?? []
  expect(symbol).toBe('DUSD')
  await desk.getByRole('button', { name: 'Pay 100 USD' }).click()
  await expect(desk.getByRole('status')).toContainText('Bought')

  await expect(modal.part('receipt-title')).toHaveText('Bought')
  await expect(modal.part('sum')).toHaveText(`+${amount} DUSD`)
  await expect(modal.part('detail').filter({ hasText: 'Paid' })).toContainText('100 USD')
  await modal.button('Done').click()
  await settled(page, 'Account')
  await show(page, { view: 'OnRampActivity' })
  const purchase = modal.part('purchase')
  await expect(purchase).toContainText('Bought')
  await expect(purchase.locator('bdi[title]')).toHaveAttribute('title', `${amount} DUSD`)
  const token = home.tokens.find((each) => each.symbol === 'DUSD')
  const chain = createPublicClient({ transport: http(home.url) })
  const held = { abi: erc20Abi, address: token?.address ?? '0x', functionName: 'balanceOf', args: [address] } as const
  await expect.poll(() => chain.readContract(held)).toBe(parseUnits(amount, 6))
})

test('[F30] a window that the browser blocks is said, and a link leads to the desk; its purchase is followed all the same', async ({
  page,
  journey,
}) => {
  const { modal } = await connectedHost({ page, journey })
  await page.evaluate(() => {
    window.open = () => null
  })
  await show(page, { view: 'OnRampProviders' })
  await modal.part('provider').click()
  await modal.button('Open Card desk').click()
  await settled(page, 'BuyInProgress')
  await expect(modal.dialog).toContainText('The window was blocked')
  const opening = page.waitForEvent('popup')
  await modal.dialog.getByRole('link', { name: /^Open Card desk/ }).click()
  const desk = await opening
  await desk.getByRole('button', { name: /^Pay/ }).click()
  await expect(desk.getByRole('status')).toContainText('Bought')
  await expect(modal.part('receipt-title')).toHaveText('Bought')
  await expect(modal.part('sum')).toContainText('ETH')
})

test('[F18] a purchase that doesn’t come within 180 s has failed, and can be begun again', async ({
  page,
  journey,
}) => {
  await page.clock.install()
  const { modal } = await connectedHost({ page, journey })
  await show(page, { view: 'OnRampProviders' })
  await modal.part('provider').click()
  const opening = page.waitForEvent('popup')
  await modal.button('Open Card desk').click()
  const desk = await opening
  await desk.waitForURL(/order=/)
  await expect(modal.dialog).toContainText('Continue in external window')
  await page.clock.fastForward(170_000)
  await expect(modal.dialog).toContainText('Continue in external window')
  await page.clock.fastForward(10_000)
  await expect(modal.dialog).toContainText('Buy failed')
  await modal.button('See your purchases').click()
  await settled(page, 'OnRampActivity')
  await expect(modal.part('empty-state')).toContainText('No purchases yet')
  await modal.button('Back').click()
  await settled(page, 'BuyInProgress')
  const again = page.waitForEvent('popup')
  await modal.button('Try again').click()
  await (await again).waitForURL(/order=/)
  await expect(modal.dialog).toContainText('Continue in external window')
})

test('[S1.6] the code of WalletReceive is the address; that of a request is a payment as wallets read it', async ({
  page,
  journey,
}) => {
  const [home, away] = journey.local.chains
  const { modal, address } = await connectedHost({ page, journey })
  const scan = (name: string) => scanCode({ page, code: modal.dialog.getByRole('img', { name }) })
  await show(page, { view: 'WalletReceive' })
  const code = await modal.dialog.getByRole('img', { name: 'QR code of your address' }).boundingBox()
  expect(code?.width).toBe(232)
  expect(await scan('QR code of your address')).toBe(address)
  await modal.part('receive-address').click()
  await expect(modal.part('snackbar-message')).toHaveText('Address copied')
  await expect(modal.part('receive-address').locator('[data-done]')).toBeVisible()
  expect(await readClipboard(page)).toBe(address)

  await modal.dialog.getByRole('tab', { name: 'Request amount' }).click()
  await modal.dialog.getByLabel('Amount to receive').fill('1.5')
  const coin = `ethereum:${address}@${home.id}?value=${parseEther('1.5')}`
  await expect.poll(() => scan('QR code of a payment request')).toBe(coin)
  await modal.button('Copy request').click()
  await expect.poll(() => readClipboard(page)).toBe(coin)
  await modal.dialog.getByLabel('Amount to receive').fill('one')
  await expect(modal.dialog).toContainText('Enter an amount in digits, with 18 decimals at most.')
  await expect(modal.button('Copy request')).toBeDisabled()

  await modal.part('compatible-networks').click()
  await settled(page, 'WalletCompatibleNetworks')
  await expect(modal.part('network').locator('[data-part="row-label"]')).toHaveText([home.name, away.name])
})
