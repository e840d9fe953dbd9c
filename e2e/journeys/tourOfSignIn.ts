import { expect } from '@playwright/test'
import { openHost } from '../host.js'
import { held, settled, show, still } from './shown.js'
import type { TourParameters } from './tour.js'

/** Goes through signing in, in each of its states. */
export async function tourOfSignIn({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  const maple = await journey.install({ name: 'Maple' })
  await openHost({ page, journey, settings: { ...settings, signIn: 'required' } })
  await expect.poll(() => page.evaluate(() => window.kits[0]?.store.getState().connectors.length)).toBe(1)
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await settled(page, 'SIWXSignMessage')
  await visit('SIWXSignMessage')
  await modal.part('sign-in-show').click()
  await expect(modal.part('sign-in-text')).toBeVisible()
  await still(page)
  await visit('SIWXSignMessage, with its text')
  maple.next({ sign: 'hang' })
  const asked = maple.nextRequest('personal_sign')
  await modal.part('sign-in-sign').click()
  await asked
  await still(page)
  await visit('SIWXSignMessage, signing')
  maple.release()
  await expect(modal.dialog).toBeHidden()
  await show(page, { view: 'ConnectingSiwe' })
  await visit('ConnectingSiwe')
  // Another network is signed in on by itself.
  maple.next({ sign: 'reject' })
  maple.switchChain(journey.local.chains[1].id)
  await settled(page, 'SIWXSignMessage')
  await modal.part('sign-in-sign').click()
  await expect(modal.part('review-trouble')).not.toBeEmpty()
  await still(page)
  await visit('SIWXSignMessage, declined')
  await page.evaluate(() => {
    globalThis.signOutHangs = true
  })
  await modal.part('review-cancel').click()
  await still(page)
  // A host that doesn't answer is waited for only so long.
  await held(page, () => visit('SIWXSignMessage, cancelling'))
}
