import { createTestCosmosWallet, installTestCosmosWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { unless } from '../onlyFull.js'
import { accountAtServer } from './accountAtServer.js'
import { copyLink } from './copyLink.js'
import { freshCosmosAddress, freshCosmosKey, fundCosmos, officialSignature } from './cosmosChain.js'
import { modalOf } from './modal.js'
import { look, settled } from './shown.js'
import { storedSessions } from './storedSessions.js'

async function stage({
  page,
  journey,
  signIn,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly signIn: 'required' | 'server'
}) {
  const { cosmos } = journey.local
  const key = freshCosmosKey()
  const chainId = cosmos.caipNetworkId.slice('cosmos:'.length)
  const keplr = await installTestCosmosWallet(page, {
    name: 'Keplr',
    keys: [key],
    chains: { [chainId]: cosmos.prefix },
  })
  const [address = ''] = keplr.accounts
  await fundCosmos({ url: cosmos.url, address, denom: cosmos.denom, amount: '5000000' })
  return { keplr, key, address, open: () => openHost({ page, journey, settings: { cosmos, signIn } }) }
}

/** What the page's own code does with the connected wallet. */
const sign = (page: Page, message: string) =>
  page.evaluate(async (text) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    return (await window.actions.signMessage(kit, { family: 'cosmos', message: text })).signature
  }, message)

const send = (page: Page, request: { readonly to: string; readonly units: number }) =>
  page.evaluate(async ({ to, units }) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const transfer = { to, asset: { type: 'coin' }, amount: BigInt(units) } as const
    const { hash } = await window.actions.sendTransfer(kit, { family: 'cosmos', ...transfer })
    const { status, fee } = await window.actions.waitForTransaction(kit, { family: 'cosmos', hash })
    return { hash, status, fee: Number(fee) }
  }, request)

const balance = (page: Page) =>
  page.evaluate(async () => {
    const [kit] = window.kits
    return kit ? Number(await window.actions.nativeBalance(kit, { family: 'cosmos' })) : undefined
  })

/** Who is signed in: by what the page keeps and what the official library signs, or as the operator's server says. */
async function signedIn({ page, key, signIn }: { readonly page: Page; readonly key: string; readonly signIn: string }) {
  if (signIn === 'server') return accountAtServer(page)
  const [session] = await storedSessions(page)
  if (!session) throw new Error('Nobody is signed in.')
  const { data, message, signature } = session
  expect(signature).toBe(await officialSignature({ key, address: data.accountAddress, message }))
  expect(message).toContain('wants you to sign in with your Cosmos account:')
  return { address: data.accountAddress, caip2Network: data.chainId }
}

for (const signIn of ['required', 'server'] as const) {
  test(
    `[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of Cosmos connects with Keplr’s API, signs in (${signIn}), signs and sends, is restored, and disconnects`,
    unless(signIn === 'required'),
    async ({ page, journey }) => {
      const { keplr, key, address, open } = await stage({ page, journey, signIn })
      const { url, caipNetworkId: caip2Network } = journey.local.cosmos
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const modal = modalOf(page)
      await open()
      // Nothing of the family's chain is fetched before a wallet is picked.
      await expect(hostButton(page)).toBeVisible()
      expect(asked.filter((each) => /cosmos-(?!cosmos|discover)/.test(each))).toEqual([])
      await hostButton(page).click()
      await modal.wallet('Keplr').click()
      await settled(page, 'SIWXSignMessage')
      await expect(hostStatus(page)).toContainText('connected')
      expect(keplr.promptCount).toBe(1)
      await modal.part('sign-in-sign').click()
      await expect(modal.dialog).toBeHidden()
      expect(await signedIn({ page, key, signIn })).toMatchObject({ address, caip2Network })
      expect(keplr.promptCount).toBe(2)
      await look({ page, name: `cosmos-connected-${signIn}` })

      const message = 'Good morning from Foyer <👋>'
      expect(await sign(page, message)).toBe(await officialSignature({ key, address, message }))

      const to = freshCosmosAddress()
      const { hash, status, fee } = await send(page, { to, units: 1_234_567 })
      expect([hash, status]).toEqual([expect.stringMatching(/^[0-9A-F]{64}$/), 'success'])
      expect(fee).toBeGreaterThan(0)
      const left = 5_000_000 - 1_234_567 - fee
      expect(await balance(page)).toBe(left)
      // The chain is asked by way of the operator's server alone.
      expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

      await page.reload()
      await expect(hostStatus(page)).toContainText('connected')
      expect(await balance(page)).toBe(left)
      expect(keplr.requests.filter(({ method }) => method === 'enable')).toHaveLength(1)
      expect(await signedIn({ page, key, signIn })).toMatchObject({ address, caip2Network })
      await expect(modal.dialog).toBeHidden()

      await page.evaluate(() => window.kits[0]?.disconnect())
      await expect(hostStatus(page)).toHaveText('disconnected')
      await page.reload()
      await expect(hostButton(page)).toBeVisible()
      await expect(hostStatus(page)).toHaveText('disconnected')
    },
  )
}

test.describe('over WalletConnect', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S3.5 S7.36 S7.37] an official wallet with a real key is paired, signs in, signs, sends, is restored and let go', async ({
    page,
    journey,
  }) => {
    const { cosmos, relay } = journey.local
    const key = freshCosmosKey()
    const chainId = cosmos.caipNetworkId.slice('cosmos:'.length)
    const keys = createTestCosmosWallet({ name: 'Keplr', keys: [key], chains: { [chainId]: cosmos.prefix } })
    const [address = ''] = keys.accounts
    await fundCosmos({ url: cosmos.url, address, denom: cosmos.denom, amount: '5000000' })
    const wallet = await createOfficialWallet({
      relay,
      accountOn: (each) => (each === cosmos.caipNetworkId ? address : '0x0000000000000000000000000000000000000001'),
      answer: (asked) => keys.answerSession({ ...asked, chainId: asked.chainId.slice('cosmos:'.length) }),
    })
    const modal = modalOf(page)
    await openHost({ page, journey, settings: { cosmos, relay, signIn: 'required' } })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    await wallet.pair(await copyLink(page))
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    const caip2Network = cosmos.caipNetworkId
    expect(await signedIn({ page, key, signIn: 'required' })).toMatchObject({ address, caip2Network })

    const message = 'Good morning from Foyer <👋>'
    expect(await sign(page, message)).toBe(await officialSignature({ key, address, message }))
    const { status, fee } = await send(page, { to: freshCosmosAddress(), units: 1_234_567 })
    expect(status).toBe('success')
    expect(await balance(page)).toBe(5_000_000 - 1_234_567 - fee)
    expect(wallet.asked.map(({ method }) => method)).toEqual([
      'cosmos_signAmino',
      'cosmos_signAmino',
      'cosmos_getAccounts',
      'cosmos_signDirect',
    ])

    await page.reload()
    await expect(hostStatus(page)).toContainText('connected')
    expect(await balance(page)).toBe(5_000_000 - 1_234_567 - fee)
    await page.evaluate(() => window.kits[0]?.disconnect())
    await expect(hostStatus(page)).toHaveText('disconnected')
    await expect.poll(() => wallet.sessionCount).toBe(0)
    await wallet.close()
  })
})
