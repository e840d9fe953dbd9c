import type { Locator, Page } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi, http, parseEther } from 'viem'
import type { Addresses } from '../addresses.js'
import { expect, type Journey, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { dollarsOn, mintDollars } from '../mintDollars.js'
import { newAddress } from '../newAddress.js'
import { type Modal, modalOf } from './modal.js'
import { look, settled } from './shown.js'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const
const dollar = { name: 'Demo Dollar', symbol: 'DUSD', decimals: 6 } as const

const networkOf = ({ id }: Addresses['chains'][number]) => `eip155:${id}` as const

/** What an account has on the first chain, asked of the chain. */
function held({
  local: { chains },
  address,
  token,
}: {
  readonly local: Addresses
  readonly address: Address
  readonly token?: Address
}) {
  const chain = createPublicClient({ transport: http(chains[0].url) })
  if (!token) return chain.getBalance({ address })
  return chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
}

/** Opens the host with a wallet in its page. */
async function openShop({
  page,
  journey,
  wallet,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly wallet: string
}): Promise<Modal> {
  await openHost({ page, journey, settings: { pay: true } })
  await expect.poll(() => page.evaluate(() => window.kits[0]?.store.getState().connectors.length)).toBe(1)
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), wallet)
  return modalOf(page)
}

const title = (modal: Modal): Locator => modal.part('waiting-title')
const paid = (modal: Modal): Locator => modal.part('receipt-title')

test('a visitor without a wallet connects one on the way, and pays in the coin: the chain has exactly that', async ({
  page,
  journey,
}) => {
  const { local } = journey
  const [home, away] = local.chains
  const maple = await journey.install({ name: 'Maple', knows: [away.id, home.id] })
  maple.switchChain(away.id)
  const recipient = newAddress()
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { pay: true } })
  await page.evaluate((request) => window.pay(request), {
    recipient,
    amount: '1.000000000000000001',
    asset: { networkId: networkOf(home), asset: 'native', metadata: ether },
  })
  await settled(page, 'Pay')
  await expect(modal.part('pay-total')).toContainText('1.000000000000000001 ETH')
  await expect(modal.part('pay-total')).toContainText(`on ${home.name}`)
  await expect(modal.part('exchange-option')).toHaveCount(1)
  await look({ page, name: 'pay-unconnected' })
  await modal.button('Pay from wallet').click()
  await modal.wallet('Maple').click()
  await settled(page, 'Pay')
  await expect(modal.button('Disconnect')).toBeVisible()
  await expect(modal.part('review-details')).toContainText('10.000 ETH')
  await expect(modal.part('fee')).toHaveText(/0\.0000\d{2,4} ETH$/)
  await look({ page, name: 'pay-connected' })

  maple.next({ send: 'hang' })
  const sending = maple.nextRequest('eth_sendTransaction')
  await modal.button('Pay with Maple').click()
  await settled(page, 'PayLoading')
  await sending
  expect(maple.chainId).toBe(home.id)
  await expect(title(modal)).toHaveText('Awaiting payment confirmation')
  await look({ page, name: 'pay-confirming' })
  maple.release()
  await expect(paid(modal)).toHaveText('Payment completed')
  await expect(modal.title).toHaveText('Payment completed')
  await expect(modal.part('receipt-details')).toContainText(recipient)
  await expect(modal.part('fee')).toHaveText(/0\.0000\d{2,4} ETH$/)
  await look({ page, name: 'pay-completed' })
  expect(await held({ local, address: recipient })).toBe(parseEther('1.000000000000000001'))
  // It closes when the visitor has read it.
  await modal.part('done').click()
  await expect(modal.dialog).toBeHidden()
  expect(maple.requests.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
})

test('by keyboard alone a visitor connects on the way, and pays', async ({ page, journey }) => {
  const { local } = journey
  const [home] = local.chains
  await journey.install({ name: 'Maple' })
  const recipient = newAddress()
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { pay: true } })
  await page.evaluate((request) => window.pay(request), {
    recipient,
    amount: '0.5',
    asset: { networkId: networkOf(home), asset: 'native', metadata: ether },
  })
  await settled(page, 'Pay')
  await modal.button('Pay from wallet').press('Enter')
  await modal.wallet('Maple').press('Enter')
  await settled(page, 'Pay')
  await modal.button('Pay with Maple').press('Enter')
  await expect(paid(modal)).toHaveText('Payment completed')
  expect(await held({ local, address: recipient })).toBe(parseEther('0.5'))
})

test('a visitor pays with a token; declined, nothing is paid, and the other way is there', async ({
  page,
  journey,
}) => {
  const { local } = journey
  const [home] = local.chains
  const maple = await journey.install({ name: 'Maple' })
  const token = dollarsOn(home)
  const recipient = newAddress()
  const modal = await openShop({ page, journey, wallet: maple.rdns })
  const [payer = '0x'] = maple.accounts
  await mintDollars({ chain: home, to: payer, amount: 25_000_000n })
  await page.evaluate((request) => window.pay(request), {
    recipient,
    amount: '12.5',
    asset: { networkId: networkOf(home), asset: token, metadata: dollar },
  })
  await settled(page, 'Pay')
  maple.next({ send: 'reject' })
  await modal.button('Pay with Maple').click()
  await expect(title(modal)).toHaveText('Payment failed')
  await expect(modal.part('waiting-text')).toHaveText('The payment was not approved in the wallet. Nothing was paid.')
  await look({ page, name: 'pay-declined' })
  expect(await held({ local, address: recipient, token })).toBe(0n)
  await modal.button('Pay in another way').click()
  await settled(page, 'Pay')
  await modal.button('Pay with Maple').click()
  await expect(paid(modal)).toHaveText('Payment completed')
  expect(await held({ local, address: recipient, token })).toBe(12_500_000n)
  expect(await held({ local, address: payer, token })).toBe(12_500_000n)
})

test('a visitor pays from the exchange: the page opens with the press, and the payment is followed until the chain shows it', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  const [home] = local.chains
  const recipient = newAddress()
  const token = dollarsOn(home)
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { pay: true } })
  const ask = () =>
    page.evaluate((request) => window.pay(request), {
      recipient,
      amount: '3.5',
      asset: { networkId: networkOf(home), asset: token, metadata: dollar },
    })
  await ask()
  const open = async () => {
    const [exchange] = await Promise.all([context.waitForEvent('page'), modal.part('exchange-option').click()])
    await exchange.waitForURL((url) => url.href.startsWith(local.exchange))
    await expect(title(modal)).toHaveText('Payment initiated')
    return exchange
  }
  const first = await open()
  expect(await first.evaluate(() => window.opener)).toBeNull()
  await look({ page, name: 'pay-exchange' })
  await first.getByRole('button', { name: 'Cancel' }).click()
  await expect(first.getByRole('status')).toContainText('Not paid')
  await expect(title(modal)).toHaveText('Payment failed')
  await look({ page, name: 'pay-exchange-failed' })
  expect(await held({ local, address: recipient, token })).toBe(0n)

  await modal.button('Pay in another way').click()
  await settled(page, 'Pay')
  const second = await open()
  await second.getByRole('button', { name: 'Pay 3.5 DUSD' }).click()
  await expect(second.getByRole('status')).toContainText('Paid')
  await expect(paid(modal)).toHaveText('Payment completed')
  await expect.poll(() => held({ local, address: recipient, token })).toBe(3_500_000n)
})

test('an asset that the exchange doesn’t pay with is refused in words, and no page is left open', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  const [home] = local.chains
  const modal = modalOf(page)
  journey.expectTrouble(/pay_asset_not_supported|not supported/)
  await page.route(/\/v1\/json-rpc/, async (route) => {
    const { method } = route.request().postDataJSON()
    if (method !== 'reown_getExchangePayUrl') return route.continue()
    const error = { code: -32000, message: 'This asset is not supported by the exchange.' }
    return route.fulfill({ json: { jsonrpc: '2.0', id: 1, error } })
  })
  await openHost({ page, journey, settings: { pay: true } })
  await page.evaluate((request) => window.pay(request), {
    recipient: newAddress(),
    amount: '3.5',
    asset: { networkId: networkOf(home), asset: 'native', metadata: ether },
  })
  await modal.part('exchange-option').click()
  await expect(modal.part('waiting-text')).toHaveText('Asset not supported by the selected exchange')
  await look({ page, name: 'pay-unsupported' })
  await expect.poll(() => context.pages().length).toBe(1)
})

test('a host that doesn’t turn payments on can’t ask for one', async ({ page, journey }) => {
  journey.expectTrouble(/feature|Pay/)
  await openHost({ page, journey })
  const error = await page.evaluate(() => {
    try {
      window.pay({
        recipient: '0x',
        amount: '1',
        asset: { networkId: 'eip155:1', asset: 'native', metadata: { name: '', symbol: '', decimals: 18 } },
      })
      return undefined
    } catch (thrown) {
      return thrown instanceof Error ? thrown.name : undefined
    }
  })
  expect(error).toBe('FeatureDisabledError')
})
