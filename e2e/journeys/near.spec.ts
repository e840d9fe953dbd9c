import { randomBytes } from 'node:crypto'
import { createTestNearWallet, installTestNearWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { onlyFull } from '../onlyFull.js'
import { accountAtServer } from './accountAtServer.js'
import { copyLink } from './copyLink.js'
import { modalOf } from './modal.js'
import { isSignedForNear } from './nearSignature.js'
import { look, settled } from './shown.js'
import { storedSessions } from './storedSessions.js'

const one = 10n ** 24n
const freshAccount = () => ({
  key: randomBytes(32).toString('hex'),
  name: `a${randomBytes(8).toString('hex')}.near`,
})
/** An account that was never used: it is called by its key. */
const freshAddress = () => randomBytes(32).toString('hex')

/** Gives an account coins and its key on the local network. */
async function fund({ url, ...gift }: { url: string; accountId: string; publicKey: string }) {
  const answer = await fetch(`${url}/local/give`, {
    method: 'POST',
    body: JSON.stringify({ ...gift, amount: `${5n * one}` }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** What the page's own code does with the connected wallet. */
const sign = (page: Page, message: string) =>
  page.evaluate(async (text) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    return (await window.actions.signMessage(kit, { family: 'near', message: text })).signature
  }, message)

const send = (page: Page, request: { readonly to: string; readonly units: string }) =>
  page.evaluate(async ({ to, units }) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const transfer = { to, asset: { type: 'coin' }, amount: BigInt(units) } as const
    const { hash } = await window.actions.sendTransfer(kit, { family: 'near', ...transfer })
    const { status, fee } = await window.actions.waitForTransaction(kit, { family: 'near', hash })
    return { hash, status, fee: `${fee}` }
  }, request)

const balance = (page: Page) =>
  page.evaluate(async () => {
    const [kit] = window.kits
    return kit ? `${await window.actions.nativeBalance(kit, { family: 'near' })}` : undefined
  })

/** Who is signed in: by what the page keeps and the platform's own Ed25519, or as the operator's server says. */
async function signedIn(of: { readonly page: Page; readonly publicKey: string; readonly signIn: string }) {
  if (of.signIn === 'server') return accountAtServer(of.page)
  const [session] = await storedSessions(of.page)
  if (!session) throw new Error('Nobody is signed in.')
  const { data, message, signature } = session
  expect(isSignedForNear({ ...of, message, signature, recipient: new URL(of.page.url()).host })).toBe(true)
  expect(message).toContain('wants you to sign in with your NEAR account:')
  return { address: data.accountAddress, caip2Network: data.chainId }
}

const kinds = [
  ['NEAR Connect', 'connect', 'required'],
  ['window.near', 'window', 'server'],
] as const
for (const [standard, kind, signIn] of kinds) {
  test(`[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of NEAR connects by ${standard}, signs in (${signIn}), signs and sends, is restored, and disconnects`, async ({
    page,
    journey,
  }) => {
    const { near } = journey.local
    const { url, caipNetworkId: caip2Network } = near
    const wallet = await installTestNearWallet(page, { name: 'Sender', kind, accounts: [freshAccount()], rpcUrl: url })
    const { publicKey } = wallet
    const [address = ''] = wallet.accounts
    await fund({ url, accountId: address, publicKey })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const modal = modalOf(page)
    await openHost({ page, journey, settings: { near, signIn } })
    // Nothing of the family's chain is fetched before a wallet is picked.
    await expect(hostButton(page)).toBeVisible()
    expect(asked.filter((each) => /near-(?!near|discover)/.test(each))).toEqual([])
    await hostButton(page).click()
    await modal.wallet('Sender').click()
    await settled(page, 'SIWXSignMessage')
    await expect(hostStatus(page)).toContainText('connected')
    expect(wallet.promptCount).toBe(1)
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    expect(await signedIn({ page, publicKey, signIn })).toMatchObject({ address, caip2Network })
    expect(wallet.promptCount).toBe(2)
    await look({ page, name: `near-connected-${kind}` })

    const message = 'Good morning from Foyer <👋>'
    const signature = await sign(page, message)
    expect(isSignedForNear({ publicKey, message, signature, recipient: new URL(page.url()).host })).toBe(true)

    const { hash, status, fee } = await send(page, { to: freshAddress(), units: '1234567890123456789012345' })
    expect([hash, status]).toEqual([expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{42,44}$/), 'success'])
    const left = `${5n * one - 1_234_567_890_123_456_789_012_345n - BigInt(fee)}`
    expect(await balance(page)).toBe(left)
    // The chain is asked by way of the operator's server alone.
    expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

    await page.reload()
    await expect(hostStatus(page)).toContainText('connected')
    expect(await balance(page)).toBe(left)
    expect(wallet.requests.filter(({ method }) => method === 'signIn')).toHaveLength(1)
    expect(await signedIn({ page, publicKey, signIn })).toMatchObject({ address, caip2Network })
    await expect(modal.dialog).toBeHidden()

    await page.evaluate(() => window.kits[0]?.disconnect())
    await expect(hostStatus(page)).toHaveText('disconnected')
    await page.reload()
    await expect(hostButton(page)).toBeVisible()
    await expect(hostStatus(page)).toHaveText('disconnected')
  })
}

test.describe('over WalletConnect', onlyFull, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S3.5 S7.36 S7.37] an official wallet with a real key of NEAR is paired, signs in, signs, sends, is restored and let go', async ({
    page,
    journey,
  }: {
    readonly page: Page
    readonly journey: Journey
  }) => {
    const { near, relay } = journey.local
    const keys = createTestNearWallet({ name: 'Willow', accounts: [freshAccount()] })
    const [address = ''] = keys.accounts
    const { publicKey } = keys
    await fund({ url: near.url, accountId: address, publicKey })
    const wallet = await createOfficialWallet({
      relay,
      accountOn: (each) => (each === near.caipNetworkId ? address : '0x0000000000000000000000000000000000000001'),
      answer: (asked) => keys.answerSession(asked),
    })
    const modal = modalOf(page)
    await openHost({ page, journey, settings: { near, relay, signIn: 'required' } })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    await wallet.pair(await copyLink(page))
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    const caip2Network = near.caipNetworkId
    expect(await signedIn({ page, publicKey, signIn: 'required' })).toMatchObject({ address, caip2Network })

    const { status, fee } = await send(page, { to: freshAddress(), units: `${one}` })
    expect(status).toBe('success')
    const left = `${4n * one - BigInt(fee)}`
    expect(await balance(page)).toBe(left)
    expect(wallet.asked.map(({ method }) => method)).toEqual([
      'near_signMessage',
      'near_getAccounts',
      'near_signTransaction',
    ])

    await page.reload()
    await expect(hostStatus(page)).toContainText('connected')
    expect(await balance(page)).toBe(left)
    await page.evaluate(() => window.kits[0]?.disconnect())
    await expect(hostStatus(page)).toHaveText('disconnected')
    await expect.poll(() => wallet.sessionCount).toBe(0)
    await wallet.close()
  })
})
