import { createTestAlgorandWallet, installTestAlgorandWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { onlyFull, unless } from '../onlyFull.js'
import { accountAtServer } from './accountAtServer.js'
import { freshAlgorandAddress, freshAlgorandKey, fundAlgorand, isSignedForAlgorand } from './algorandChain.js'
import { copyLink } from './copyLink.js'
import { modalOf } from './modal.js'
import { fillForm } from './sendStage.js'
import { look, settled, show } from './shown.js'
import { storedSessions } from './storedSessions.js'

const one = 10n ** 6n

/** What the page's own code does with the connected wallet. */
const sign = (page: Page, message: string) =>
  page.evaluate(async (text) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    return (await window.actions.signMessage(kit, { family: 'algorand', message: text })).signature
  }, message)

const send = (page: Page, request: { readonly to: string; readonly units: string }) =>
  page.evaluate(async ({ to, units }) => {
    const [kit] = window.kits
    if (!kit) throw new Error('The page has no kit.')
    const transfer = { to, asset: { type: 'coin' }, amount: BigInt(units) } as const
    const { hash } = await window.actions.sendTransfer(kit, { family: 'algorand', ...transfer })
    const { status, fee } = await window.actions.waitForTransaction(kit, { family: 'algorand', hash })
    return { hash, status, fee: `${fee}` }
  }, request)

const balance = (page: Page) =>
  page.evaluate(async () => {
    const [kit] = window.kits
    return kit ? `${await window.actions.nativeBalance(kit, { family: 'algorand' })}` : undefined
  })

/** Who is signed in: by what the page keeps and what the official library verifies, or as the operator's server or the page's own backend says. */
async function signedIn({ page, signIn }: { readonly page: Page; readonly signIn: string }) {
  if (signIn === 'server') return accountAtServer(page)
  if (signIn === 'backend') {
    const { accountId } = await page.evaluate(async () => (await fetch('/siwx/session')).json())
    const [, reference, address] = String(accountId).split(':')
    return { address, caip2Network: `algorand:${reference}` }
  }
  const [session] = await storedSessions(page)
  if (!session) throw new Error('Nobody is signed in.')
  const { data, message, signature } = session
  expect(isSignedForAlgorand({ message, signature, address: data.accountAddress })).toBe(true)
  expect(message).toContain('wants you to sign in with your Algorand account:')
  return { address: data.accountAddress, caip2Network: data.chainId }
}

for (const signIn of ['required', 'server', 'backend'] as const) {
  test(
    `[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of Algorand connects by ARC-27, signs in (${signIn}), signs and sends, is restored, and disconnects`,
    unless(signIn === 'server'),
    async ({ page, journey }) => {
      const { algorand } = journey.local
      const { url, caipNetworkId: caip2Network } = algorand
      const wallet = await installTestAlgorandWallet(page, {
        name: 'Kibisis',
        accounts: [{ key: freshAlgorandKey() }],
        genesisHashes: [algorand.genesisHash],
      })
      const [address = ''] = wallet.accounts
      await fundAlgorand({ url, address, amount: `${50n * one}` })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const modal = modalOf(page)
      await openHost({ page, journey, settings: { algorand, signIn } })
      // Nothing of the family's chain is fetched before a wallet is picked.
      await expect(hostButton(page)).toBeVisible()
      expect(asked.filter((each) => /algorand-(?!algorand|discover)/.test(each))).toEqual([])
      await hostButton(page).click()
      await expect(modal.wallet('Kibisis')).toBeVisible()
      await look({ page, name: `algorand-1-connect-${signIn}` })
      await modal.wallet('Kibisis').click()
      await settled(page, 'SIWXSignMessage')
      await expect(hostStatus(page)).toContainText('connected')
      expect(wallet.promptCount).toBe(1)
      await modal.part('sign-in-sign').click()
      await expect(modal.dialog).toBeHidden()
      expect(await signedIn({ page, signIn })).toMatchObject({ address, caip2Network })
      expect(wallet.promptCount).toBe(2)

      const message = 'Good morning from Foyer <👋>'
      expect(isSignedForAlgorand({ message, signature: await sign(page, message), address })).toBe(true)

      const { hash, status, fee } = await send(page, { to: await freshAlgorandAddress(), units: '12345678' })
      expect([hash, status]).toEqual([expect.stringMatching(/^[A-Z2-7]{52}$/), 'success'])
      const left = `${50n * one - 12_345_678n - 1000n}`
      expect(fee).toBe('1000')
      expect(await balance(page)).toBe(left)
      await show(page, { view: 'Account' })
      await expect(modal.dialog).toContainText('ALGO')
      await look({ page, name: `algorand-2-account-${signIn}` })
      await page.keyboard.press('Escape')
      await expect(modal.dialog).toBeHidden()
      // The chain is asked by way of the operator's server alone.
      expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

      await page.reload()
      await expect(hostStatus(page)).toContainText('connected')
      expect(await balance(page)).toBe(left)
      expect(await signedIn({ page, signIn })).toMatchObject({ address, caip2Network })
      await expect(modal.dialog).toBeHidden()
      expect(wallet.requests.filter(({ method }) => method === 'sign_message')).toHaveLength(2)

      await page.evaluate(() => window.kits[0]?.disconnect())
      await expect(hostStatus(page)).toHaveText('disconnected')
      await page.reload()
      await expect(hostButton(page)).toBeVisible()
      await expect(hostStatus(page)).toHaveText('disconnected')
    },
  )
}

test('[S1.6 S3.10 S9.14] [F22] a visitor sends ALGO by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { algorand } = journey.local
  const wallet = await installTestAlgorandWallet(page, {
    name: 'Kibisis',
    accounts: [{ key: freshAlgorandKey() }],
    genesisHashes: [algorand.genesisHash],
  })
  const [address = ''] = wallet.accounts
  await fundAlgorand({ url: algorand.url, address, amount: `${50n * one}` })
  const modal = modalOf(page)
  await openHost({ page, journey, settings: { algorand, preview: true } })
  await hostButton(page).click()
  await modal.wallet('Kibisis').click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshAlgorandAddress()
  await fillForm({ page, modal, token: /^Algorand/, amount: '1.000001', to })
  await look({ page, name: 'algorand-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000001 ALGO')
  await expect(modal.part('fee')).toContainText('0.001 ALGO')
  await look({ page, name: 'algorand-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'algorand-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'sign_transactions').length
  expect([asked(), await balance(page)]).toEqual([1, `${50n * one - one - 1n - 1000n}`])
  await page.keyboard.press('Escape')

  // A new account can't be given less than it has to hold: that is said, and the wallet isn't asked.
  await fillForm({ page, modal, token: /^Algorand/, amount: '0.05', to: await freshAlgorandAddress() })
  await modal.part('send-preview').click()
  await modal.part('send-confirm').click()
  await expect(modal.dialog).toContainText(
    'The recipient’s account is new: the first amount has to be larger. Send more.',
  )
  await look({ page, name: 'algorand-7-first-amount' })
  expect(asked()).toBe(1)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = send(page, { to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send ALGO')
  await expect(modal.part('preview-facts')).toContainText('2 ALGO')
  await expect(modal.part('preview-facts')).toContainText('0.001 ALGO')
  await look({ page, name: 'algorand-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})

test.describe('over WalletConnect', onlyFull, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S3.5 S7.36 S7.37] an official wallet with a real key of Algorand is paired, signs in, signs, sends, is restored and let go', async ({
    page,
    journey,
  }) => {
    const { algorand, relay } = journey.local
    const keys = await createTestAlgorandWallet({
      name: 'Nova',
      accounts: [{ key: freshAlgorandKey() }],
      genesisHashes: [algorand.genesisHash],
    })
    const [address = ''] = keys.accounts
    await fundAlgorand({ url: algorand.url, address, amount: `${5n * one}` })
    const wallet = await createOfficialWallet({
      relay,
      accountOn: (each) => (each === algorand.caipNetworkId ? address : '0x0000000000000000000000000000000000000001'),
      answer: (asked) => keys.answerSession(asked),
    })
    const modal = modalOf(page)
    await openHost({ page, journey, settings: { algorand, relay, signIn: 'required' } })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    await wallet.pair(await copyLink(page))
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    const caip2Network = algorand.caipNetworkId
    expect(await signedIn({ page, signIn: 'required' })).toMatchObject({ address, caip2Network })

    const message = 'Good morning from Foyer <👋>'
    expect(isSignedForAlgorand({ message, signature: await sign(page, message), address })).toBe(true)
    const { status, fee } = await send(page, { to: await freshAlgorandAddress(), units: `${one}` })
    expect(status).toBe('success')
    const left = `${4n * one - BigInt(fee)}`
    expect(await balance(page)).toBe(left)
    expect(wallet.asked.map(({ method }) => method)).toEqual([...['algo_signData', 'algo_signData', 'algo_signTxn']])

    await page.reload()
    await expect(hostStatus(page)).toContainText('connected')
    expect(await balance(page)).toBe(left)
    await page.evaluate(() => window.kits[0]?.disconnect())
    await expect(hostStatus(page)).toHaveText('disconnected')
    await expect.poll(() => wallet.sessionCount).toBe(0)
    await wallet.close()
  })
})
