import { expect } from '@playwright/test'
import { openHost } from '../host.js'
import { serveWallets } from './serveWallets.js'
import { show, still } from './shown.js'
import type { TourParameters } from './tour.js'

/** Goes through the directory of wallets in each of its states: what the connect view has of it, and all of it. */
export async function tourOfDirectory({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const wallets = await serveWallets({ page, journey, count: 130 })
  const host = { ...settings, scriptedPairing: true }
  const pictures = modal.part('lazy-picture-loaded')
  journey.expectTrouble(/400/)
  wallets.answers = 'held'
  await openHost({ page, journey, settings: host })
  await show(page, { view: 'Connect' })
  await expect(modal.part('skeleton')).toHaveCount(2)
  await visit('Connect, places kept')
  await show(page, { view: 'AllWallets' })
  await expect(modal.part('wallet-tile-skeleton').first()).toBeVisible()
  await visit('AllWallets, loading')

  wallets.answers = 'listed'
  await openHost({ page, journey, settings: host })
  await show(page, { view: 'Connect' })
  await expect(modal.part('wallet')).toHaveCount(3)
  await visit('Connect, recommended')
  await show(page, { view: 'AllWallets' })
  await expect(modal.part('wallets-count')).toHaveText(/130/)
  await expect(pictures.first()).toBeVisible()
  await visit('AllWallets')
  await modal.part('certified').click()
  await expect(modal.part('wallets-count')).toHaveText(/44/)
  await expect(modal.part('snackbar')).toHaveCount(0)
  await still(page)
  await visit('AllWallets, certified')
  await modal.dialog.getByRole('searchbox').fill('nothing of that name')
  await expect(modal.part('empty-state')).toBeVisible()
  await still(page)
  await visit('AllWallets, none found')

  wallets.answers = 'failed'
  await openHost({ page, journey, settings: host })
  await show(page, { view: 'AllWallets' })
  await expect(modal.part('error-state')).toBeVisible()
  await still(page)
  await visit('AllWallets, failed')
}
