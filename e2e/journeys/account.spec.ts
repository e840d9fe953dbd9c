import type { Page } from '@playwright/test'
import { createPublicClient, erc20Abi, formatUnits, http } from 'viem'
import type { ChainAddress } from '../addresses.js'
import { expect, test } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { hearRequests } from './hearRequests.js'
import { holdRequests } from './holdRequests.js'
import { type Modal, modalOf } from './modal.js'
import { look, settled, show } from './shown.js'

const gifts = { DUSD: 1_234_567_891n, FYR: 500_000_000_000_000_001n, WBTC: 12_345_678n } as const

/** Everything that an account holds of a chain, as its nodes say it, in whole coins to the last unit. */
async function held({
  chain: { url, tokens },
  address,
}: {
  readonly chain: ChainAddress
  readonly address: `0x${string}`
}): Promise<readonly string[]> {
  const client = createPublicClient({ transport: http(url) })
  const amounts = await Promise.all(
    tokens.map(async ({ address: token }) => {
      const read = { address: token, abi: erc20Abi } as const
      const [value, decimals] = await Promise.all([
        client.readContract({ ...read, functionName: 'balanceOf', args: [address] }),
        client.readContract({ ...read, functionName: 'decimals' }),
      ])
      return value > 0n ? [formatUnits(value, decimals)] : []
    }),
  )
  return [formatUnits(await client.getBalance({ address }), 18), ...amounts.flat()].sort()
}

/** What the modal shows, exactly. */
const shownAmounts = async (modal: Modal) =>
  (
    await modal.dialog.locator('data').evaluateAll((figures) => figures.map((each) => each.getAttribute('value') ?? ''))
  ).sort()

const connectBehind = (page: Page, connectorId: string) =>
  page.evaluate((id) => window.kits[0]?.connect({ connectorId: id }), connectorId)

test('[S1.5 S3.12 S9.44] every figure of Account is the chain’s to the last unit, the coin first, then by worth', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const [address = '0x'] = maple.accounts
  for (const symbol of ['DUSD', 'FYR', 'WBTC'] as const)
    await giveTokens({ chain: home, to: address, symbol, amount: gifts[symbol] })
  const modal = modalOf(page)
  await openHost({ page, journey })
  await connectBehind(page, maple.rdns)
  const { requests, answered } = hearRequests(page)
  const opened = Date.now()
  await page.evaluate(() => window.kits[0]?.open({ view: 'Account' }))
  await expect(modal.part('token-row')).toHaveCount(4)
  await expect(modal.part('balance-ready')).toBeVisible()
  const ms = Date.now() - opened
  await answered()
  expect(await shownAmounts(modal)).toEqual(await held({ chain: home, address }))
  await expect(modal.part('token-row')).toHaveText([
    /Ether10\.000 ETH\$[\d,]+\.\d\d$/,
    /Wrapped Bitcoin0\.123 WBTC\$[\d,]+\.\d\d$/,
    /Digital Dollar1,234\.567 DUSD\$1,23\d\.\d\d$/,
    /Foyer Coin0\.500 FYR\$0\.2\d$/,
  ])
  await expect(modal.part('account-lead')).toHaveText(/^Total\$[\d,]+\.\d\d$/)
  const calls = requests.map((request) => new URL(request.url()).pathname).filter((path) => path.startsWith('/v1/'))
  expect(calls.filter((path) => path.endsWith('/balance'))).toHaveLength(1)
  expect(new Set(calls).size).toBe(calls.length)
  test.info().annotations.push({
    type: 'figures',
    description: `${ms} ms from opening to the numbers, ${requests.length} requests, ${calls.join(' ')}`,
  })
  await settled(page, 'Account')
  await look({ page, name: 'account-tokens' })
})

/** Where the view's ways on stand in the window. */
const places = (modal: Modal) =>
  modal.dialog
    .locator('[part~="account-feature"], [role="tab"], [part~="disconnect"]')
    .evaluateAll((ways) => ways.map((way) => [way.textContent, Math.round(way.getBoundingClientRect().y)]))

test('[S8.5] while the server fails the account says so and keeps its coin; a press asks again; what comes, or doesn’t, moves no way on', async ({
  page,
  journey,
}) => {
  const maple = await journey.install({ name: 'Maple' })
  journey.expectTrouble(/503|Service Unavailable|HTTP status code/)
  const balances = /\/v1\/account\/0x[\da-f]+\/balance/i
  const goOn = await holdRequests({
    page,
    url: balances,
    answer: (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, body: '{}' }),
  })
  const modal = modalOf(page)
  await openHost({ page, journey })
  await connectBehind(page, maple.rdns)
  await show(page, { view: 'Account' })
  await expect(modal.part('balance-loading')).toBeVisible()
  const stood = await places(modal)
  expect(stood).toHaveLength(8)
  goOn()
  await expect(modal.part('account-panel')).toContainText('Token Balance Unavailable')
  await expect(modal.part('balance-ready')).toContainText('10.000 ETH')
  expect(await places(modal)).toEqual(stood)
  await page.unroute(balances)
  await modal.part('account-panel').getByRole('button', { name: 'Load again' }).press('Enter')
  await expect(modal.part('token-row')).toHaveText([/Ether10\.000 ETH/])
  expect(await places(modal)).toEqual(stood)
  await modal.dialog.getByRole('tab', { name: 'NFTs' }).click()
  await expect(modal.part('nfts')).toBeVisible()
  expect(await places(modal)).toEqual(stood)
})

test('[S3.5 S9.43] by keyboard to another account of the wallet, whose figures are its own', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  const [, other = '0x'] = maple.accounts
  await giveTokens({ chain: home, to: other, symbol: 'DUSD', amount: gifts.DUSD })
  const modal = modalOf(page)
  await openHost({ page, journey })
  await connectBehind(page, maple.rdns)
  await show(page, { view: 'Account' })
  await modal.part('switch-address').press('Enter')
  await settled(page, 'SwitchAddress')
  const rows = modal.part('account-choice')
  await expect(rows.nth(0)).toHaveText(/Standard\$[\d,]+\.\d\d$/)
  await expect(rows.nth(1)).toHaveText(/Standard\$[\d,]+\.\d\dSwitch to$/)
  await rows.nth(1).press('Enter')
  await settled(page, 'Account')
  await expect(modal.part('token-row')).toHaveCount(2)
  expect(await shownAmounts(modal)).toEqual(await held({ chain: home, address: other }))
})
