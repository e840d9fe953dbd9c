import { expect } from '@playwright/test'
import { holdRequests } from './holdRequests.js'
import { held, settled, show, still } from './shown.js'
import { openSwapping } from './swapping.js'
import type { TourParameters } from './tour.js'

/** Goes through the views of swapping in each of their states. */
export async function tourOfSwap({ page, journey, settings, visit }: TourParameters): Promise<void> {
  const { modal, open, maple } = await openSwapping({ page, journey, settings })
  journey.expectTrouble(/400|ERR_FAILED|ERR_ABORTED/)
  const letGo = await holdRequests({ page, url: '**/v1/convert/tokens*' })
  await page.evaluate(() => window.kits[0]?.open({ view: 'Swap' }))
  await settled(page, 'Swap')
  await expect(modal.part('swap-busy')).toBeVisible()
  // An answer that is kept back for longer than the kit waits is a failure.
  await held(page, () => visit('Swap, loading'))
  letGo()
  await expect(modal.part('swap-fields')).toBeVisible()
  await still(page)
  await visit('Swap, beginning')

  await modal.part('swap-select-token-button-toToken').click()
  await settled(page, 'SwapSelectToken')
  await visit('SwapSelectToken')

  await open({ toToken: 'FYR', amount: '123' })
  await expect(modal.part('swap-action')).toBeDisabled()
  await still(page)
  await visit('Swap, insufficient balance')
  await open({ toToken: 'FYR', amount: '0.5' })
  await modal.part('details-summary').click()
  await modal.part('swap-slippage-input').fill('20')
  await still(page)
  await visit('Swap, quoted')

  await page.evaluate(() => window.kits[0]?.close())
  await page.route('**/v1/convert/quotes*', (route) => route.fulfill({ status: 400, body: '{}' }))
  await open({ toToken: 'DUSD' })
  await expect(modal.part('swap-trouble')).toBeVisible()
  await still(page)
  await visit('Swap, no quote')
  await page.unroute('**/v1/convert/quotes*')

  await page.route('**/v1/convert/tokens*', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.evaluate(() => window.kits[0]?.close())
  await page.evaluate(() => window.kits[0]?.open({ view: 'Swap' }))
  await settled(page, 'Swap')
  await expect(modal.part('error-state')).toBeVisible()
  await still(page)
  await visit('Swap, failed')
  await page.unroute('**/v1/convert/tokens*')

  await open({ toToken: 'FYR', amount: '0.5' })
  await expect(modal.part('swap-details')).toBeVisible()
  await modal.part('swap-action').click()
  await settled(page, 'SwapPreview')
  await expect(modal.part('swap-confirm')).not.toHaveAttribute('aria-busy')
  await still(page)
  await visit('SwapPreview')
  maple.next({ send: 'reject' })
  await modal.part('swap-confirm').click()
  await expect(modal.part('review-trouble')).not.toBeEmpty()
  await still(page)
  await visit('SwapPreview, declined')
  maple.next({ send: 'hang' })
  const asked = maple.nextRequest('eth_sendTransaction')
  await modal.part('swap-confirm').click()
  await asked
  await expect(modal.part('review-status')).not.toBeEmpty()
  await still(page)
  await visit('SwapPreview, waiting')
  maple.release()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toBeVisible()
  await still(page)
  await visit('Receipt, swapped')

  await open({ fromToken: 'FYR', toToken: 'DUSD', amount: '10' })
  await expect(modal.part('swap-details')).toBeVisible()
  await modal.part('swap-action').click()
  await settled(page, 'SwapPreview')
  await expect(modal.part('swap-confirm')).not.toHaveAttribute('aria-busy')
  await still(page)
  await visit('SwapPreview, approval')
  await show(page, { view: 'UnsupportedChain', reason: 'swap' })
  await visit('UnsupportedChain, for swaps')
}
