import type { Balance } from '@foyer/core/wire'
import { expect, type Page } from '@playwright/test'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { setBalance } from '../setBalance.js'
import { settled, show } from './shown.js'
import type { TourParameters } from './tour.js'

const balances = /\/v1\/account\/0x[\da-f]+\/balance/i

/** What an account holds: on its way, there, none, unavailable; the other accounts; and a wallet that the operator keeps. */
export async function tourOfTokens(parameters: TourParameters): Promise<void> {
  const { page, journey, modal, settings, visit } = parameters
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  const [address = '0x'] = maple.accounts
  // The widest figure that there is.
  await setBalance({ chain: home, address, ether: '9999999.999' })
  await giveTokens({ chain: home, to: address, symbol: 'DUSD', amount: 1_234_567_891n })
  await giveTokens({ chain: home, to: address, symbol: 'FYR', amount: 1n })
  await giveTokens({ chain: home, to: address, symbol: 'WBTC', amount: 12_345_678n })
  const open = async (connectorId: string, more: TourParameters['settings'] = {}) => {
    await openHost({ page, journey, settings: { ...settings, ...more } })
    await page.evaluate((id) => window.kits[0]?.connect({ connectorId: id }), connectorId)
    await page.evaluate(() => window.kits[0]?.open({ view: 'Account' }))
  }
  // A session that the next page would restore races with its own connecting.
  const leave = () => page.evaluate(() => window.kits[0]?.disconnect())
  const letGo = await held(page)
  await open(maple.rdns)
  await settled(page, 'Account')
  await expect(modal.part('token-row-coming')).toHaveCount(3)
  await visit('Account, tokens on their way')
  await letGo()
  await expect(modal.part('token-row')).toHaveCount(4)
  await visit('Account, tokens')
  await serveStrange(page)
  await expect(modal.part('look-alike').first()).toBeVisible()
  await settled(page, 'Account')
  await visit('Account, no price known, and a token that poses as another')
  await page.unroute(balances)
  await show(page, { view: 'SwitchAddress' })
  await expect(modal.part('account-held-ready')).toHaveCount(2)
  await visit('SwitchAddress')

  await leave()
  await open(maple.rdns, { keptWallets: true })
  await expect(modal.part('token-row')).toHaveCount(4)
  await settled(page, 'Account')
  await visit('Account, kept by the operator')

  journey.expectTrouble(/503|Service Unavailable|HTTP status code/)
  await page.route(balances, (route) =>
    route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, body: '{}' }),
  )
  // By the next round of asking, at most 10 s from now.
  await expect(modal.part('tokens-stale')).toBeVisible()
  await visit('Account, tokens of a while ago')
  await leave()
  await open(maple.rdns)
  await expect(modal.part('account-panel').getByRole('alert')).toBeVisible()
  await settled(page, 'Account')
  await visit('Account, tokens unavailable')
  await page.unroute(balances)

  const bare = await journey.install({ name: 'Bare' })
  const [nothing = '0x'] = bare.accounts
  await setBalance({ chain: home, address: nothing, ether: '0' })
  await leave()
  await open(bare.rdns)
  await settled(page, 'Account')
  await expect(modal.part('token-row')).toHaveCount(0)
  await visit('Account, no tokens')
}

/** Answers for an account that holds what has no price, and what calls itself nearly as another does. */
async function serveStrange(page: Page): Promise<void> {
  const token = (symbol: string, name: string, numeric = '1234.5'): Balance => ({
    name,
    symbol,
    chainId: 'eip155:31337',
    address: `eip155:31337:0x${'ab'.repeat(19)}${symbol.length}${symbol.length}`,
    price: 0,
    quantity: { decimals: '18', numeric },
    iconUrl: '',
  })
  await page.route(balances, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: {
        balances: [
          token('PLAIN', 'A token that nobody trades', '9'.repeat(78)),
          token('U\u0405DC', 'USD Coin', '9999999.9994'),
        ],
      },
    }),
  )
}

/** Keeps the server's word on what is held from the page. @returns lets it go */
async function held(page: Page): Promise<() => Promise<void>> {
  let go = () => {}
  const gate = new Promise<void>((open) => {
    go = open
  })
  await page.route(balances, async (route) => {
    await gate
    await route.continue()
  })
  return async () => {
    go()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
