import { installTestBitcoinWallet, type TestBitcoinWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { accountAtServer } from './accountAtServer.js'
import { freshBitcoinAddress, freshBitcoinKey, fund, heldAt, isSignedByAddress } from './bitcoinLedger.js'
import { modalOf } from './modal.js'
import { look, settled } from './shown.js'
import { storedSessions } from './storedSessions.js'

async function stage({
  page,
  journey,
  dialect,
  signIn,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly dialect: 'sats-connect' | 'unisat'
  readonly signIn?: 'required' | 'server' | undefined
}) {
  const { bitcoin } = journey.local
  const keys = [freshBitcoinKey()] as const
  const willow = await installTestBitcoinWallet(page, { name: 'Willow', keys, dialect, esplora: bitcoin.url })
  const [address = ''] = willow.accounts
  await fund({ url: bitcoin.url, address, sats: 5_000_000 })
  const open = () =>
    openHost({
      page,
      journey,
      settings: { bitcoin, signIn },
      // The ledger stands beside the demo's own chains.
      policy: (demos) => demos.replace("connect-src 'self'", `connect-src 'self' ${new URL(bitcoin.url).origin}`),
    })
  return { willow, address, open, url: bitcoin.url }
}

/** What the page's own code does with the connected wallet. */
const sign = (page: Page, message: string) =>
  page.evaluate(async (text) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const { signature } = await window.actions.signMessage(kit, { family: 'bip122', message: text })
    return signature
  }, message)

const send = (page: Page, request: { readonly to: string; readonly sats: number }) =>
  page.evaluate(async ({ to, sats }) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const transfer = { to, asset: { type: 'coin' }, amount: BigInt(sats) } as const
    const { hash } = await window.actions.sendTransfer(kit, { family: 'bip122', ...transfer })
    const { status } = await window.actions.waitForTransaction(kit, { family: 'bip122', hash })
    return { hash, status }
  }, request)

const balance = (page: Page) =>
  page.evaluate(async () => {
    const [kit] = window.kits
    return kit ? String(await window.actions.nativeBalance(kit, { family: 'bip122' })) : undefined
  })

const accounts = (page: Page) => page.evaluate(() => window.kits[0]?.store.getState().connection)

/** Who is signed in: by what the page keeps and another library than the kit's, or as the operator's server says. */
async function signedIn({ page, signIn }: { readonly page: Page; readonly signIn: 'required' | 'server' }) {
  if (signIn === 'server') return accountAtServer(page)
  const [session] = await storedSessions(page)
  if (!session) throw new Error('Nobody is signed in.')
  const { data, message, signature } = session
  expect(isSignedByAddress({ address: data.accountAddress, message, signature })).toBe(true)
  return { address: data.accountAddress, caip2Network: data.chainId }
}

for (const [dialect, row, signIn] of [
  ['sats-connect', 'Willow', 'required'],
  ['unisat', 'UniSat', 'server'],
] as const) {
  test(`[S2.23 S3.5 S4.9 S4.10 S6.1 S6.2] [F27] a visitor of Bitcoin connects, signs in, signs and sends in the dialect ${dialect}, disconnects, and is restored`, async ({
    page,
    journey,
  }) => {
    const { willow, address, open, url } = await stage({ page, journey, dialect, signIn })
    const modal = modalOf(page)
    await open()
    await hostButton(page).click()
    await modal.wallet(row).click()
    await settled(page, 'SIWXSignMessage')
    await expect(hostStatus(page)).toContainText('connected')
    expect(willow.promptCount).toBe(1)
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    const { caipNetworkId: caip2Network } = journey.local.bitcoin
    expect(await signedIn({ page, signIn })).toMatchObject({ address, caip2Network })
    expect(JSON.stringify(await accounts(page))).toContain(address)
    expect(willow.promptCount).toBe(2)
    await look({ page, name: `bitcoin-connected-${dialect}` })

    const message = 'Good morning from Foyer'
    expect(isSignedByAddress({ address, message, signature: await sign(page, message) })).toBe(true)

    const to = freshBitcoinAddress()
    const { hash, status } = await send(page, { to, sats: 1_234_567 })
    expect([hash, status]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), 'success'])
    expect(await heldAt({ url, address: to })).toBe(1_234_567)
    const left = await heldAt({ url, address })
    expect(left).toBeLessThan(5_000_000 - 1_234_567)
    expect(await balance(page)).toBe(String(left))

    await page.reload()
    await expect(hostStatus(page)).toContainText('connected')
    expect(await balance(page)).toBe(String(left))
    expect(promptsFor(willow)).toBe(1)
    expect(await signedIn({ page, signIn })).toMatchObject({ address, caip2Network })
    await expect(modal.dialog).toBeHidden()

    await page.evaluate(() => window.kits[0]?.disconnect())
    await expect(hostStatus(page)).toHaveText('disconnected')
    await page.reload()
    await expect(hostButton(page)).toBeVisible()
    await expect(hostStatus(page)).toHaveText('disconnected')
  })
}

/** How often the visitor was asked to connect. */
const promptsFor = ({ requests }: TestBitcoinWallet) =>
  requests.filter(({ method }) => method === 'wallet_connect' || method === 'requestAccounts').length

test('[S8.39] a refusal in the wallet is one, and the next try connects', async ({ page, journey }) => {
  const { willow, open } = await stage({ page, journey, dialect: 'sats-connect' })
  const modal = modalOf(page)
  await open()
  willow.next({ connect: 'reject' })
  await hostButton(page).click()
  await modal.wallet('Willow').click()
  await expect(modal.dialog.getByText(/not approved/i).first()).toBeVisible()
  await modal.button(/try again/i).click()
  await expect(hostStatus(page)).toContainText('connected')
})
