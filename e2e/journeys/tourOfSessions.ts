import { expect } from '@playwright/test'
import { openHost } from '../host.js'
import { show, still } from './shown.js'
import type { TourParameters } from './tour.js'

/** Goes through what the account lets applications do without asking it. */
export async function tourOfSessions({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const maple = await journey.install({ name: 'Maple' })
  await openHost({ page, journey, settings: { ...settings, smartSessions: true } })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'SmartSessionList' })
  await expect(modal.part('empty-state')).toBeVisible()
  await visit('SmartSessionList, not listed')
  await show(page, { view: 'SmartSessionCreated', contexts: [`0x${'12'.repeat(40)}`] })
  await expect(modal.part('session-done')).toBeVisible()
  await still(page)
  await visit('SmartSessionCreated')
}
