import type { Page } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi, http, parseUnits } from 'viem'
import type { Addresses } from '../addresses.js'
import { expect, test } from '../fixtures.js'
import { newAddress } from '../newAddress.js'
import { examineThemes } from './examine.js'
import { look } from './shown.js'

const projectId = 'foyer-demo'

/** Asks as a kit does. */
async function ask({
  local,
  path,
  body,
}: {
  readonly local: Addresses
  readonly path: string
  readonly body?: unknown
}) {
  const answer = await fetch(`${local.server}${path}${path.includes('?') ? '&' : '?'}projectId=${projectId}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

interface Order {
  readonly local: Addresses
  readonly address: Address
  readonly part?: Readonly<Record<string, unknown>>
}

async function deskUrl({ local, address, part }: Order): Promise<string> {
  const destinationWallets = [{ address, blockchains: ['foyer-local'], assets: ['ETH', 'DUSD'] }]
  const body = { destinationWallets, partnerUserId: address, defaultExperience: 'buy', ...part }
  return (await ask({ local, path: '/v1/generators/onrampurl', body })).url
}

async function call({
  local,
  method,
  params,
}: {
  readonly local: Addresses
  readonly method: string
  readonly params: unknown
}) {
  return (await ask({ local, path: '/v1/json-rpc', body: { jsonrpc: '2.0', id: 1, method, params } })).result
}

interface Held {
  readonly local: Addresses
  readonly address: Address
  readonly symbol: string
}

/** What an account has on the first chain, in whole coins as the chain has it. */
function held({ local, address, symbol }: Held): Promise<bigint> {
  const [{ url, tokens }] = local.chains
  const client = createPublicClient({ transport: http(url) })
  const token = tokens.find((each) => each.symbol === symbol)
  if (!token) return client.getBalance({ address })
  return client.readContract({ address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
}

const history = async ({ local, address }: { readonly local: Addresses; readonly address: Address }) =>
  (await ask({ local, path: `/v1/account/${address}/history?onramp=coinbase&chainId=eip155:31337` })).data

/** Chooses a coin on the desk's page, by keyboard, and waits for the next page: the one before has a price too, and cards. */
async function chooseDollars(page: Page): Promise<void> {
  await page.getByLabel('Coin').selectOption({ label: 'DUSD on Foyer Local' })
  await page.getByLabel('You pay').press('Enter')
  await expect(page.locator('[data-part="purchase-amount"]')).toHaveText(/ DUSD$/)
}

/** axe wide and narrow: in both themes with FOYER_FULL=1, else in one each. */
async function examine({ page, name }: { readonly page: Page; readonly name: string }): Promise<void> {
  for (const [width, theme] of [
    [1280, 'light'],
    [320, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    const themes = process.env.FOYER_FULL ? undefined : [theme]
    await examineThemes({ page, name: `${name}, ${width} px`, themes })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${name}, ${width} px wide`).toBeLessThanOrEqual(0)
    await look({ page, name: `desk-${name}-${width}` })
  }
  await page.setViewportSize({ width: 1280, height: 860 })
}

test('[S7.18 S7.20] a visitor buys by card: the coins arrive, and the history has it', async ({
  page,
  journey: { local },
}) => {
  const address = newAddress()
  const answer = await page.goto(
    await deskUrl({ local, address, part: { presetFiatAmount: 250, defaultNetwork: 'foyer-local' } }),
  )
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
  await examine({ page, name: 'buy' })
  await page.getByLabel('You pay').fill('100')
  await page.getByRole('button', { name: 'Show the price' }).click()
  // The page before has a price too.
  await expect(page.getByRole('button', { name: 'Pay 100 USD' })).toBeVisible()
  const got = await page.locator('[data-part="purchase-amount"]').textContent()
  const [amount = '', symbol] = got?.split(' ') ?? []
  expect(symbol).toBe('ETH')
  await page.getByRole('button', { name: 'Pay 100 USD' }).click()
  await expect(page.getByRole('status')).toContainText('Bought')
  await examine({ page, name: 'bought' })
  await expect.poll(() => held({ local, address, symbol: 'ETH' })).toBe(parseUnits(amount, 18))
  await expect
    .poll(async () => (await history({ local, address })).map((each: { metadata: unknown }) => each.metadata))
    .toMatchObject([{ status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', chain: 'eip155:31337' }])
})

test('a card that is declined buys nothing, and another one may be tried; all of it by keyboard', async ({
  page,
  journey: { local },
}) => {
  const address = newAddress()
  await page.goto(await deskUrl({ local, address, part: { presetFiatAmount: 20 } }))
  await chooseDollars(page)
  await page.getByRole('radio', { name: /Goes through/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Is declined/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('Not bought')
  await expect(page.getByRole('status')).toContainText('The card was declined. Nothing was charged or sent.')
  await examine({ page, name: 'declined' })
  expect(await held({ local, address, symbol: 'DUSD' })).toBe(0n)
  await expect
    .poll(async () => (await history({ local, address })).map((each: { metadata: unknown }) => each.metadata))
    .toMatchObject([{ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' }])
  await page.getByRole('link', { name: 'Try again' }).press('Enter')
  await chooseDollars(page)
  await page.getByRole('button', { name: 'Pay 20 USD' }).press('Enter')
  await expect(page.getByRole('status')).toContainText('Bought')
  await expect.poll(() => held({ local, address, symbol: 'DUSD' })).toBeGreaterThan(19_000_000n)
})

test('one order is paid once, however often and wherever its button is pressed', async ({ page, context, journey }) => {
  const { local } = journey
  journey.expectTrouble(/409/)
  const address = newAddress()
  const url = await deskUrl({ local, address })
  const other = await context.newPage()
  for (const each of [page, other]) await each.goto(url)
  await Promise.all([page, other].map((each) => each.getByRole('button', { name: /^Pay/ }).click()))
  // Whoever comes second is led to what the first has bought, or told that there is nothing to be had any more.
  for (const each of [page, other])
    await expect(each.getByRole('status')).toContainText(/Bought|This price holds no more/)
  await expect
    .poll(async () =>
      (await history({ local, address })).map((each: { metadata: { status: string } }) => each.metadata.status),
    )
    .toEqual(['ONRAMP_TRANSACTION_STATUS_SUCCESS'])
  const once = await held({ local, address, symbol: 'ETH' })
  await page.goto(url)
  await expect(page.getByRole('status')).toContainText('Bought')
  expect(await held({ local, address, symbol: 'ETH' })).toBe(once)
})

test('an order that was changed on the way, an amount beyond the limits and a form of another site are refused in words', async ({
  page,
  journey,
}) => {
  const { local } = journey
  journey.expectTrouble(/400|403/)
  const url = new URL(await deskUrl({ local, address: newAddress() }))
  await page.goto(url.href)
  await page.getByLabel('You pay').fill('9999')
  await page.getByRole('button', { name: 'Show the price' }).click()
  await expect(page.getByRole('alert')).toContainText('Must be from 10 to 7500.')
  await expect(page.getByLabel('You pay')).toHaveAttribute('aria-invalid', 'true')
  await examine({ page, name: 'refused amount' })
  url.searchParams.set('timestamp', String(Number(url.searchParams.get('timestamp')) - 1))
  expect((await page.goto(url.href))?.status()).toBe(400)
  await expect(page.getByRole('status')).toContainText('This order can’t be read')
  const foreign = await page.request.post(`${local.desk}/pay`, { headers: { Origin: 'http://evil.example' }, form: {} })
  expect(foreign.status()).toBe(403)
})

test('a visitor pays from the exchange: exactly what was asked for, and it is known when the chain shows it', async ({
  page,
  journey: { local },
}) => {
  const address = newAddress()
  const [{ tokens }] = local.chains
  const asset = `eip155:31337/erc20:${tokens.find(({ symbol }) => symbol === 'DUSD')?.address}`
  const { exchanges } = await call({ local, method: 'reown_getExchanges', params: { page: 0, asset, amount: '12.5' } })
  const [{ id: exchangeId }] = exchanges
  const params = { exchangeId, asset, amount: '12.5', recipient: `eip155:31337:${address}` }
  const { url, sessionId } = await call({ local, method: 'reown_getExchangePayUrl', params })
  const status = () => call({ local, method: 'reown_getExchangeBuyStatus', params: { sessionId, exchangeId } })
  expect(await status()).toEqual({ status: 'UNKNOWN' })
  await page.goto(url)
  await examine({ page, name: 'pay' })
  await page.getByRole('button', { name: 'Pay 12.5 DUSD' }).click()
  await expect(page.getByRole('status')).toContainText('Paid')
  await examine({ page, name: 'paid' })
  await expect.poll(() => held({ local, address, symbol: 'DUSD' })).toBe(12_500_000n)
  await expect.poll(status).toMatchObject({ status: 'SUCCESS', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
})

test('a payment that is cancelled has failed, and pays nothing', async ({ page, journey: { local } }) => {
  const address = newAddress()
  const exchangeId = 'foyer-exchange'
  const params = { exchangeId, asset: 'eip155:31338/slip44:60', amount: '0.25', recipient: `eip155:31338:${address}` }
  const { url, sessionId } = await call({ local, method: 'reown_getExchangePayUrl', params })
  await page.goto(url)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('status')).toContainText('Not paid')
  await expect
    .poll(() => call({ local, method: 'reown_getExchangeBuyStatus', params: { sessionId, exchangeId } }))
    .toEqual({ status: 'FAILED' })
  await page.goto(url)
  await expect(page.getByRole('status')).toContainText('Not paid')
})
