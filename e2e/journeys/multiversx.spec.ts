import { createTestMultiversxWallet, installTestMultiversxWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { onlyFull, unless } from '../onlyFull.js'
import { copyLink } from './copyLink.js'
import { familyPage, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { freshMultiversxAddress, freshMultiversxKey, isSignedForMultiversx } from './multiversxChain.js'
import { fillForm } from './sendStage.js'
import { look, settled, show } from './shown.js'

const one = 10n ** 18n
/** What the chain takes for a transfer. */
const fee = 50_000n * 10n ** 9n
const name = 'MultiversX DeFi Wallet'
const said = { word: 'MultiversX', isSigned: isSignedForMultiversx }
const message = 'Good morning from Foyer <👋>'

for (const signIn of ['required', 'server', 'backend'] as const) {
  test(
    `[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of MultiversX connects by the extension, signs in (${signIn}), signs and sends, is restored, and disconnects`,
    unless(signIn === 'backend'),
    async ({ page, journey }) => {
      const { multiversx } = journey.local
      const { url, caipNetworkId: caip2Network } = multiversx
      const wallet = await installTestMultiversxWallet(page, { name, accounts: [{ key: freshMultiversxKey() }] })
      const [address = ''] = wallet.accounts
      await fundAccount({ url, address, amount: `${5n * one}` })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const modal = modalOf(page)
      const own = familyPage(page, 'mvx')
      await openHost({ page, journey, settings: { multiversx, signIn } })
      // Nothing of the family's chain is fetched before a wallet is picked.
      await expect(hostButton(page)).toBeVisible()
      expect(asked.filter((each) => /multiversx-(?!multiversx|discover)/.test(each))).toEqual([])
      await hostButton(page).click()
      await expect(modal.wallet(name)).toBeVisible()
      await look({ page, name: `multiversx-1-connect-${signIn}` })
      await modal.wallet(name).click()
      await settled(page, 'SIWXSignMessage')
      await expect(hostStatus(page)).toContainText('connected')
      expect(wallet.promptCount).toBe(1)
      await modal.part('sign-in-sign').click()
      await expect(modal.dialog).toBeHidden()
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      expect(wallet.promptCount).toBe(2)

      expect(await isSignedForMultiversx({ message, signature: await own.sign(message), address })).toBe(true)
      const sent = await own.send({ to: await freshMultiversxAddress(), units: '1234567890123456789' })
      expect(sent).toEqual({ hash: expect.stringMatching(/^[\da-f]{64}$/), status: 'success', fee: `${fee}` })
      const left = `${5n * one - 1_234_567_890_123_456_789n - fee}`
      expect(await own.balance()).toBe(left)
      await show(page, { view: 'Account' })
      await expect(modal.dialog).toContainText('EGLD')
      await look({ page, name: `multiversx-2-account-${signIn}` })
      await page.keyboard.press('Escape')
      await expect(modal.dialog).toBeHidden()
      // The chain is asked by way of the operator's server alone.
      expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

      await page.reload()
      await expect(hostStatus(page)).toContainText('connected')
      expect(await own.balance()).toBe(left)
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      await expect(modal.dialog).toBeHidden()
      expect(wallet.requests.map(({ method }) => method)).toEqual([
        ...['connect', 'signMessage', 'signMessage', 'signTransactions'],
      ])

      await page.evaluate(() => window.kits[0]?.disconnect())
      await expect(hostStatus(page)).toHaveText('disconnected')
      expect(wallet.requests.at(-1)?.method).toBe('logout')
      await page.reload()
      await expect(hostButton(page)).toBeVisible()
      await expect(hostStatus(page)).toHaveText('disconnected')
    },
  )
}

test('[S1.6 S3.10 S9.14] [F22] a visitor sends EGLD by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { multiversx } = journey.local
  const wallet = await installTestMultiversxWallet(page, { name, accounts: [{ key: freshMultiversxKey() }] })
  const [address = ''] = wallet.accounts
  await fundAccount({ url: multiversx.url, address, amount: `${5n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'mvx')
  await openHost({ page, journey, settings: { multiversx, preview: true } })
  await hostButton(page).click()
  await modal.wallet(name).click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshMultiversxAddress()
  await fillForm({ page, modal, token: /^EGLD/, amount: '1.000000000000000001', to })
  await look({ page, name: 'multiversx-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000000000000000001 EGLD')
  await expect(modal.part('fee')).toContainText('0.00005 EGLD')
  await look({ page, name: 'multiversx-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'multiversx-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'signTransactions').length
  expect([asked(), await own.balance()]).toEqual([1, `${5n * one - one - 1n - fee}`])
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send EGLD')
  await expect(modal.part('preview-facts')).toContainText('Fee, at most')
  await look({ page, name: 'multiversx-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})

test.describe('over WalletConnect', onlyFull, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S3.5 S7.36 S7.37] an official wallet with a real key of MultiversX is paired, signs in, signs, sends, is restored and let go', async ({
    page,
    journey,
  }) => {
    const { multiversx, relay } = journey.local
    const keys = await createTestMultiversxWallet({ name: 'xPortal', accounts: [{ key: freshMultiversxKey() }] })
    const [address = ''] = keys.accounts
    await fundAccount({ url: multiversx.url, address, amount: `${5n * one}` })
    const wallet = await createOfficialWallet({
      relay,
      accountOn: (each) => (each === multiversx.caipNetworkId ? address : '0x0000000000000000000000000000000000000001'),
      answer: (asked) => keys.answerSession(asked),
    })
    const modal = modalOf(page)
    const own = familyPage(page, 'mvx')
    await openHost({ page, journey, settings: { multiversx, relay, signIn: 'required' } })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    await wallet.pair(await copyLink(page))
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    const caip2Network = multiversx.caipNetworkId
    expect(await own.signedIn({ signIn: 'required', ...said })).toMatchObject({ address, caip2Network })

    expect(await isSignedForMultiversx({ message, signature: await own.sign(message), address })).toBe(true)
    const sent = await own.send({ to: await freshMultiversxAddress(), units: `${one}` })
    expect(sent.status).toBe('success')
    const left = `${4n * one - fee}`
    expect(await own.balance()).toBe(left)
    expect(wallet.asked.map(({ method }) => method)).toEqual([
      ...['mvx_signMessage', 'mvx_signMessage', 'mvx_signTransaction'],
    ])

    await page.reload()
    await expect(hostStatus(page)).toContainText('connected')
    expect(await own.balance()).toBe(left)
    await page.evaluate(() => window.kits[0]?.disconnect())
    await expect(hostStatus(page)).toHaveText('disconnected')
    await expect.poll(() => wallet.sessionCount).toBe(0)
    await wallet.close()
  })
})
