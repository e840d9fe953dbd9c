import { expect } from '@playwright/test'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { settled, show, still } from './shown.js'
import type { TourParameters } from './tour.js'

const balances = /\/v1\/account\/[^/]+\/balance/

/** Goes through the views of a send in each of their states. */
export async function tourOfSend({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  await openHost({ page, journey, settings })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'WalletSend' })
  await visit('WalletSend, empty')
  await show(page, { view: 'WalletSendSelectToken' })
  await expect(modal.part('token').first()).toBeVisible()
  await visit('WalletSendSelectToken')
  await show(page, { view: 'WalletSendPreview' })
  await visit('WalletSendPreview, nothing to send')

  await show(page, { view: 'WalletSend', asset: { type: 'coin' }, amount: '1000', to: 'nobody' })
  await expect(modal.part('field-note-invalid')).toHaveCount(2)
  await still(page)
  await visit('WalletSend, mistaken')
  await show(page, { view: 'WalletSend', asset: { type: 'coin' }, amount: '0.5', to: maple.accounts[0] })
  await expect(modal.part('send-accept')).toBeVisible()
  await still(page)
  await visit('WalletSend, warned')

  const to = newAddress()
  await show(page, { view: 'WalletSend', asset: { type: 'coin' }, amount: '0.25', to })
  await expect(modal.part('send-preview')).toBeEnabled()
  await visit('WalletSend, filled in')
  await modal.part('send-preview').click()
  await settled(page, 'WalletSendPreview')
  await expect(modal.part('fee')).toBeVisible()
  await visit('WalletSendPreview')
  maple.next({ send: 'reject' })
  await modal.part('send-confirm').click()
  await expect(modal.part('review-trouble')).not.toBeEmpty()
  await still(page)
  await visit('WalletSendPreview, declined')
  maple.next({ send: 'hang' })
  const asked = maple.nextRequest('eth_sendTransaction')
  await modal.part('send-confirm').click()
  await asked
  await visit('WalletSendPreview, waiting')
  maple.release()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toBeVisible()
  await still(page)
  await visit('Receipt, sent')

  const nft = { type: 'nft', address: newAddress(), tokenId: '7', name: 'Picture 7' } as const
  await show(page, { view: 'WalletSend', asset: nft, to })
  await visit('WalletSend, an NFT')

  journey.expectTrouble(/500/)
  await page.route(balances, (route) => route.fulfill({ status: 500, body: '' }))
  await openHost({ page, journey, settings })
  await show(page, { view: 'WalletSendSelectToken' })
  await expect(modal.part('error-state')).toBeVisible()
  await expect(modal.part('snackbar')).toHaveCount(0)
  await still(page)
  await visit('WalletSendSelectToken, failed')
}
