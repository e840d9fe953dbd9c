import type { Transaction, Transfer } from '@foyer/core/wire'
import { expect } from '@playwright/test'
import { hostStatus, openHost } from '../host.js'
import { show, still } from './shown.js'
import type { TourParameters } from './tour.js'

const networkId = 'eip155:31337'

const fungible = (direction: Transfer['direction'], symbol: string, numeric: string): Transfer => ({
  fungible_info: { name: symbol, symbol },
  direction,
  quantity: { numeric },
})

const nft: Transfer = {
  nft_info: { name: 'The NFT with the longest name that anybody has ever minted', flags: { is_spam: false } },
  direction: 'in',
  quantity: { numeric: '1' },
}

/** One for all: what is newer stands above. */
const justNow = new Date().toISOString()
const longAgo = '2023-12-24T10:00:00.000Z'
const kinds: readonly (readonly [type: string, transfers: readonly Transfer[], minedAt: string])[] = [
  ['send', [fungible('out', 'DUSD', '1234567.89')], justNow],
  ['trade', [fungible('out', 'ETH', '1'), fungible('in', 'DUSD', '3000')], justNow],
  ['mint', [nft], longAgo],
  ['approve', [], longAgo],
  ['receive', [fungible('in', 'A token with a long symbol', '0.001')], longAgo],
]

const history = kinds.map(
  ([operationType, transfers, minedAt], index): Transaction => ({
    id: `${networkId}:${index}`,
    metadata: {
      operationType,
      hash: `0x${String(index).padStart(64, '0')}`,
      chain: networkId,
      minedAt,
      sentFrom: '0x00000000000000000000000000000000000000aa',
      sentTo: '0x00000000000000000000000000000000000000bb',
      status: operationType === 'approve' ? 'failed' : 'confirmed',
      nonce: index,
    },
    transfers,
  }),
)

/** A transaction that no node knows stays pending. */
const pending = (address: string | undefined) => ({
  hash: `0x${'f'.repeat(64)}`,
  networkId,
  address,
  type: 'send',
  transfer: {
    to: '0x00000000000000000000000000000000000000cc',
    asset: { type: 'coin' },
    amount: '1500000000000000000',
    symbol: 'ETH',
    decimals: 18,
  },
  sentAt: Date.now(),
  status: 'pending',
  replacements: [],
})

/** Goes through the activity in each of its states, answered as a server might. */
export async function tourOfActivity({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const maple = await journey.install({ name: 'Maple' })
  journey.expectTrouble(/400|Failed to load resource/)
  let answers: 'held' | 'none' | 'listed' | 'failed' = 'held'
  await page.route(/\/v1\/account\/[^/]+\/history/, async (route) => {
    if (answers === 'held') return
    // The next page fails whenever it is asked for: what is shown may be so short that it is at once.
    if (answers === 'failed' || new URL(route.request().url()).searchParams.has('cursor'))
      return route.fulfill({ status: 400, json: {} })
    await route.fulfill({
      json: { data: answers === 'listed' ? history : [], next: answers === 'listed' ? 'x' : null },
    })
  })
  const open = async () => {
    await openHost({ page, journey, settings })
    await expect(hostStatus(page)).toHaveText('connected with Maple')
    await show(page, { view: 'Transactions' })
  }
  await openHost({ page, journey, settings })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'Transactions' })
  await expect(modal.part('skeleton')).toHaveCount(7)
  await visit('Transactions, loading')
  answers = 'none'
  await open()
  await expect(modal.part('empty-state')).toBeVisible()
  await still(page)
  await visit('Transactions, none')
  answers = 'failed'
  await open()
  await expect(modal.part('error-state')).toBeVisible()
  await still(page)
  await visit('Transactions, failed')

  answers = 'listed'
  const stored = JSON.stringify({ version: 1, items: [pending(maple.accounts[0])] })
  await page.evaluate((items) => localStorage.setItem('@foyer/1/foyer-demo/transactions', items), stored)
  await open()
  await expect(modal.part('activity-item')).toHaveCount(kinds.length + 1)
  await modal.part('older').or(modal.part('activity-missing')).first().scrollIntoViewIfNeeded()
  await expect(modal.part('activity-missing')).toBeVisible()
  await still(page)
  await visit('Transactions')
  await modal.part('speed-up').click()
  await expect(modal.part('empty-state')).toBeVisible()
  await still(page)
  await visit('ReplaceTransaction, gone')
}
