import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { accountAtServer } from './accountAtServer.js'
import { modalOf } from './modal.js'
import { settled } from './shown.js'

/** The token that the page keeps. */
const storedToken = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.endsWith('siwx:server'))
    return key && JSON.parse(localStorage.getItem(key) ?? '{}').token
  })

test('[S3.23 S4.9 S4.10] the operator’s server verifies a sign-in, knows the visitor after a reload, and ends the session with the connection', async ({
  page,
  journey,
}) => {
  const { chains, server } = journey.local
  const maple = await journey.install({ name: 'Maple' })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { signIn: 'server' } })
  await hostButton(page).click()
  await modal.wallet('Maple').click()
  await settled(page, 'SIWXSignMessage')
  await modal.part('sign-in-sign').click()
  await expect(modal.dialog).toBeHidden()
  const known = { address: maple.accounts[0], caip2Network: `eip155:${chains[0].id}` }
  expect(await accountAtServer(page)).toMatchObject(known)
  await page.evaluate(async () => {
    const [kit] = window.kits
    if (kit) await window.actions.setAccountMetadata(kit, { metadata: { newsletter: true } })
  })

  await page.reload()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  expect(await accountAtServer(page)).toEqual({ ...known, metadata: { newsletter: true } })
  await expect(modal.dialog).toBeHidden()
  expect(maple.requests.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)

  // Whoever has the token is the visitor; until the visitor leaves.
  const token = await storedToken(page)
  const headers = { authorization: `Bearer ${token}` }
  const asked = async () => (await fetch(`${server}/auth/v1/me?projectId=foyer-demo`, { headers })).status
  expect(await asked()).toBe(200)
  await page.evaluate(async () => {
    const [kit] = window.kits
    if (kit) await window.actions.signOut(kit)
  })
  await expect(hostStatus(page)).toHaveText('disconnected')
  expect(await storedToken(page)).toBeUndefined()
  await expect.poll(asked).toBe(401)
})
