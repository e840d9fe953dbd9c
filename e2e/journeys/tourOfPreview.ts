import { expect } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { readInFull, settled, show, still } from './shown.js'
import type { TourParameters } from './tour.js'

/** Goes through what is shown of a host's own calls before the wallet is asked, and through a review that says it too. */
export async function tourOfPreview({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const [home] = journey.local.chains
  const token = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address
  if (!token) throw new Error('The chain has no DUSD.')
  const maple = await journey.install({ name: 'Maple' })
  await openHost({ page, journey, settings: { ...settings, preview: true } })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  const ask = (call: { readonly to: `0x${string}`; readonly value?: bigint; readonly data?: `0x${string}` }) =>
    page.evaluate((wanted) => {
      const [kit] = window.kits
      if (kit) window.actions.sendCall(kit, { family: 'eip155', call: wanted }).catch(() => {})
    }, call)
  const isKnown = () => expect(modal.part('preview-known')).toHaveAttribute('data-simulation', 'known')

  await readInFull(page, async () => {
    await ask({ to: newAddress(), value: 250_000_000_000_000_000n })
    await settled(page, 'Preview')
    await isKnown()
    await expect(modal.part('fee')).toBeVisible()
    await still(page)
    await visit('Preview')
    await modal.part('review-cancel').click()
    await ask({
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [newAddress(), maxUint256] }),
    })
    await settled(page, 'Preview')
    await isKnown()
    await still(page)
    await visit('Preview, an allowance without a limit')
    await modal.part('review-cancel').click()
  })
  await page.route(/\/simulation/, () => {})
  // Among the first addresses a network may have contracts of its own, without code: nothing is known of what they do.
  await ask({ to: '0x0000000000000000000000000000000000000abc', data: '0x12345678' })
  await settled(page, 'Preview')
  await expect(modal.part('preview-warnings')).toContainText(/./)
  await expect(modal.part('preview-known')).toHaveAttribute('data-simulation', 'unknown')
  await still(page)
  await visit('Preview, not known')
  await modal.part('review-cancel').click()
  await page.unroute(/\/simulation/)
  await show(page, { view: 'Preview', attemptId: 0 })
  await visit('Preview, over')

  await show(page, { view: 'WalletSend', asset: { type: 'coin' }, amount: '0.25', to: newAddress() })
  await expect(modal.part('send-preview')).toBeEnabled()
  // What it is worth stands in the review if it was known by then.
  await expect(modal.part('amount-worth')).toContainText('$')
  await readInFull(page, async () => {
    await modal.part('send-preview').click()
    await settled(page, 'WalletSendPreview')
    await isKnown()
    await expect(modal.part('fee')).toBeVisible()
    await still(page)
    await visit('WalletSendPreview, in words')
  })
}
