import { expect } from '@playwright/test'
import { openHost } from '../host.js'
import { arrived, show } from './shown.js'
import type { TourParameters } from './tour.js'

/** A wallet of several chains, and the account of a family that isn't EVM. */
export async function tourOfFamilies({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  await journey.install({ name: 'Maple' })
  await openHost({ page, journey, settings: { ...settings, tinyFamilies: true } })
  await page.getByRole('region', { name: 'eip155' }).locator('[data-part="connect-button"]').waitFor()
  await show(page, { view: 'Connect' })
  await expect(modal.wallet('Maple')).toHaveCount(1)
  await modal.wallet('Maple').click()
  await expect(modal.part('wallet-chain')).toHaveCount(2)
  await arrived(page)
  await visit('ConnectingMultiChain')

  await page.evaluate(() => window.kits[0]?.connect({ connectorId: 'tezos-pine' }))
  await show(page, { view: 'Account' })
  await expect(modal.part('balance-ready')).toBeVisible()
  await arrived(page)
  await visit('Account of another family')
  await modal.part('switch-address').click()
  await expect(modal.part('account-choice')).toHaveCount(2)
  await arrived(page)
  await visit('SwitchAddress, payment and ordinals')
}
