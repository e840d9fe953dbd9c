import type { Page } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import type { HostSettings } from '../hosts/kit/settings.js'
import { copyLink } from './copyLink.js'
import { type Modal, modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { look, settled, show } from './shown.js'
import { storedSessions } from './storedSessions.js'

interface Opened {
  readonly page: Page
  readonly journey: Journey
  readonly signIn?: HostSettings['signIn']
}

/** Opens the host, whose visitors sign in. */
async function openClub({ page, journey, signIn = 'required' }: Opened): Promise<Modal> {
  await openHost({ page, journey, settings: { signIn, relay: journey.local.relay } })
  return modalOf(page)
}

/** Connects with a wallet of the page, up to the sign-in. */
async function connectTo(opened: Opened & { readonly wallet: string }): Promise<Modal> {
  const modal = await openClub(opened)
  await hostButton(opened.page).click()
  await modal.wallet(opened.wallet).click()
  await settled(opened.page, 'SIWXSignMessage')
  return modal
}

const isSignature = (text: string): text is Hex => /^0x[0-9a-f]{130}$/.test(text)

test('[S2.6 S4.9 S4.10] a visitor connects and signs by keyboard, and is signed in after a reload', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', knows: [home.id] })
  const modal = await openClub({ page, journey })
  await hostButton(page).press('Enter')
  await modal.wallet('Maple').press('Enter')
  await settled(page, 'SIWXSignMessage')
  await expect(modal.title).toHaveText('Sign In')
  await expect(modal.part('sign-in-lead')).toHaveText(`Sign in to ${new URL(journey.local.host).host}`)
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  await look({ page, name: 'sign-in' })
  // A sign-in that is required isn't closed by anything but its own button [S2.18], and there is no cross that would promise it.
  await page.keyboard.press('Escape')
  await expect(modal.part('close')).toHaveCount(0)
  await expect(modal.dialog).toBeVisible()

  await modal.button('Show the text that is signed').press('Enter')
  const read = await modal.part('sign-in-text').locator('pre').textContent()
  await modal.button(/^Sign$/).press('Enter')
  await expect(modal.dialog).toBeHidden()
  const [session, ...others] = await storedSessions(page)
  expect(others).toEqual([])
  const [address = '0x'] = maple.accounts
  expect(session?.data).toMatchObject({ accountAddress: address, chainId: `eip155:${home.id}` })
  expect(session?.message).toContain(
    `${new URL(journey.local.host).host} wants you to sign in with your Ethereum account:\n${address}\n\nWelcome to the tests.\n`,
  )
  // What was read is what was signed.
  expect(session?.message).toBe(read)
  const { message = '', signature = '' } = session ?? {}
  expect(isSignature(signature) && (await verifyMessage({ address, message, signature }))).toBe(true)

  await page.reload()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  await expect(modal.dialog).toBeHidden()
  expect(maple.requests.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)
})

test('[S4.11 S8.2] a visitor who declines stays there, and signs on the second press', async ({ page, journey }) => {
  const maple = await journey.install({ name: 'Maple' })
  maple.next({ sign: 'reject' })
  const modal = await connectTo({ page, journey, wallet: 'Maple' })
  await modal.button(/^Sign$/).click()
  await expect(modal.part('review-trouble')).toHaveText('Signature declined')
  await expect(modal.part('snackbar')).toHaveCount(0)
  await look({ page, name: 'sign-in-declined' })
  expect(await storedSessions(page)).toEqual([])
  await modal.button(/^Sign$/).click()
  await expect(modal.dialog).toBeHidden()
  expect(await storedSessions(page)).toHaveLength(1)
})

test('[S2.5 S4.12] cancelling a required sign-in disconnects; an optional one only closes, and is there by its older name', async ({
  page,
  journey,
}) => {
  const maple = await journey.install({ name: 'Maple' })
  const modal = await connectTo({ page, journey, wallet: 'Maple' })
  await modal.button('Cancel').click()
  await expect(hostStatus(page)).toHaveText('disconnected')
  await expect(modal.dialog).toBeHidden()
  await expect.poll(() => maple.requests.at(-1)?.method).toBe('wallet_revokePermissions')

  await openHost({ page, journey, settings: { signIn: 'optional' } })
  await hostButton(page).click()
  await modal.wallet('Maple').click()
  await settled(page, 'SIWXSignMessage')
  await modal.button('Cancel').click()
  await expect(modal.dialog).toBeHidden()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
  expect(maple.requests.some(({ method }) => method === 'personal_sign')).toBe(false)

  await show(page, { view: 'ConnectingSiwe' })
  await expect(modal.title).toHaveText('Sign In')
  await expect(modal.button('Back')).toHaveCount(0)
  await modal.button(/^Sign$/).click()
  await expect(modal.dialog).toBeHidden()
  expect(await storedSessions(page)).toHaveLength(1)
})

test('[S4.9] [X10] another account signs for itself, and an edited session counts for nothing', async ({
  page,
  journey,
}) => {
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  const modal = await connectTo({ page, journey, wallet: 'Maple' })
  await modal.button(/^Sign$/).click()
  await expect(modal.dialog).toBeHidden()
  maple.switchAccount(1)
  await settled(page, 'SIWXSignMessage')
  await modal.button(/^Sign$/).click()
  await expect(modal.dialog).toBeHidden()
  const sessions = await storedSessions(page)
  expect(new Set(sessions.map(({ data }) => data.accountAddress)).size).toBe(2)

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      const text = localStorage.getItem(key) ?? ''
      if (key.endsWith('siwx:sessions')) localStorage.setItem(key, text.replaceAll('Welcome', 'Welcome back'))
    }
  })
  await page.reload()
  await settled(page, 'SIWXSignMessage')
  expect(await storedSessions(page)).toHaveLength(1)
})

test.describe('with a wallet elsewhere', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S7.37] [W11] a visitor connects and signs in at once, on both chains', async ({ page, journey, context }) => {
    const { local } = journey
    const modal = await openClub({ page, journey })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    const wallet = await openSampleWallet({ context, local })
    await wallet.pair(await copyLink(page))
    await expect(wallet.card.getByRole('heading', { name: 'Sign-in request' })).toBeVisible()
    await look({ page: wallet.page, name: 'sign-in-wallet' })
    await wallet.press('Sign in')
    await expect(hostStatus(page)).toContainText('connected')
    await expect(modal.dialog).toBeHidden()
    const sessions = await storedSessions(page)
    expect(sessions.map(({ data }) => data.chainId)).toEqual(local.chains.map(({ id }) => `eip155:${id}`))
    for (const { data, message, signature } of sessions) {
      expect(data.accountAddress).toBe(wallet.address)
      expect(isSignature(signature) && (await verifyMessage({ address: wallet.address, message, signature }))).toBe(
        true,
      )
    }
    await page.reload()
    await expect(hostStatus(page)).toContainText('connected')
    await expect(modal.dialog).toBeHidden()
  })
})
