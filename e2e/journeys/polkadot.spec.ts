import { createTestPolkadotWallet, installTestPolkadotWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { onlyFull, unless } from '../onlyFull.js'
import { copyLink } from './copyLink.js'
import { familyPage, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { freshPolkadotAddress, freshPolkadotKey, isSignedForPolkadot } from './polkadotChain.js'
import { fillForm } from './sendStage.js'
import { look, settled, show } from './shown.js'

const one = 10n ** 10n

const said = { word: 'Polkadot', isSigned: isSignedForPolkadot }

for (const signIn of ['required', 'server', 'backend'] as const) {
  test(
    `[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of Polkadot connects by injectedWeb3, signs in (${signIn}), signs and sends, is restored, and disconnects`,
    unless(signIn === 'required'),
    async ({ page, journey }) => {
      const { polkadot } = journey.local
      const { url, caipNetworkId: caip2Network } = polkadot
      const wallet = await installTestPolkadotWallet(page, {
        name: 'Talisman',
        accounts: [{ key: freshPolkadotKey() }],
      })
      const [address = ''] = wallet.accounts
      await fundAccount({ url, address, amount: `${50n * one}` })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const modal = modalOf(page)
      const own = familyPage(page, 'polkadot')
      await openHost({ page, journey, settings: { polkadot, signIn } })
      // Nothing of the family's chain is fetched before a wallet is picked.
      await expect(hostButton(page)).toBeVisible()
      expect(asked.filter((each) => /polkadot-(?!polkadot|discover)/.test(each))).toEqual([])
      await hostButton(page).click()
      await expect(modal.wallet('Talisman')).toBeVisible()
      await look({ page, name: `polkadot-1-connect-${signIn}` })
      await modal.wallet('Talisman').click()
      await settled(page, 'SIWXSignMessage')
      await expect(hostStatus(page)).toContainText('connected')
      expect(wallet.promptCount).toBe(1)
      await modal.part('sign-in-sign').click()
      await expect(modal.dialog).toBeHidden()
      // The wallet shows its accounts under the prefix of no chain; the kit, under the network's.
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      expect(wallet.promptCount).toBe(2)

      const message = 'Good morning from Foyer <👋>'
      expect(await isSignedForPolkadot({ message, signature: await own.sign(message), address })).toBe(true)

      const { hash, status, fee } = await own.send({ to: await freshPolkadotAddress(), units: '12345678901' })
      expect([hash, status]).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/), 'success'])
      expect(BigInt(fee)).toBeGreaterThan(0n)
      const left = `${50n * one - 12_345_678_901n - BigInt(fee)}`
      expect(await own.balance()).toBe(left)
      await show(page, { view: 'Account' })
      await expect(modal.dialog).toContainText('DOT')
      await look({ page, name: `polkadot-2-account-${signIn}` })
      await page.keyboard.press('Escape')
      await expect(modal.dialog).toBeHidden()
      // The chain is asked by way of the operator's server alone.
      expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

      await page.reload()
      await expect(hostStatus(page)).toContainText('connected')
      expect(await own.balance()).toBe(left)
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      await expect(modal.dialog).toBeHidden()
      expect(wallet.requests.filter(({ method }) => method === 'signRaw')).toHaveLength(2)

      await page.evaluate(() => window.kits[0]?.disconnect())
      await expect(hostStatus(page)).toHaveText('disconnected')
      await page.reload()
      await expect(hostButton(page)).toBeVisible()
      await expect(hostStatus(page)).toHaveText('disconnected')
    },
  )
}

test('[S1.6 S3.10 S9.14] [F22] a visitor sends DOT by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { polkadot } = journey.local
  const wallet = await installTestPolkadotWallet(page, { name: 'Talisman', accounts: [{ key: freshPolkadotKey() }] })
  const [address = ''] = wallet.accounts
  await fundAccount({ url: polkadot.url, address, amount: `${50n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'polkadot')
  await openHost({ page, journey, settings: { polkadot, preview: true } })
  await hostButton(page).click()
  await modal.wallet('Talisman').click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshPolkadotAddress()
  await fillForm({ page, modal, token: /^Polkadot/, amount: '1.0000000001', to })
  await look({ page, name: 'polkadot-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.0000000001 DOT')
  await expect(modal.part('fee')).toContainText('0.016 DOT')
  await expect(modal.part('preview-beside')).toContainText('Stays in the account, at least')
  await look({ page, name: 'polkadot-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'polkadot-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'signPayload').length
  expect([asked(), await own.balance()]).toEqual([1, `${50n * one - one - 1n - 158_000_000n}`])
  await page.keyboard.press('Escape')

  // A new account can't be given less than it has to hold: that is said, and the wallet isn't asked.
  await fillForm({ page, modal, token: /^Polkadot/, amount: '0.5', to: await freshPolkadotAddress() })
  await modal.part('send-preview').click()
  await modal.part('send-confirm').click()
  await expect(modal.dialog).toContainText(
    'The recipient’s account is new: the first amount has to be larger. Send more.',
  )
  await look({ page, name: 'polkadot-7-first-amount' })
  expect(asked()).toBe(1)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send DOT')
  await expect(modal.part('preview-facts')).toContainText('Stays in the account, at least')
  await expect(modal.part('preview-facts')).toContainText('1 DOT')
  await look({ page, name: 'polkadot-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})

test.describe('over WalletConnect', onlyFull, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S3.5 S7.36 S7.37] an official wallet with a real key of Polkadot is paired, signs in, signs, sends, is restored and let go', async ({
    page,
    journey,
  }) => {
    const { polkadot, relay } = journey.local
    const keys = await createTestPolkadotWallet({ name: 'Nova', accounts: [{ key: freshPolkadotKey() }] })
    const [address = ''] = keys.accounts
    await fundAccount({ url: polkadot.url, address, amount: `${5n * one}` })
    const wallet = await createOfficialWallet({
      relay,
      accountOn: (each) => (each === polkadot.caipNetworkId ? address : '0x0000000000000000000000000000000000000001'),
      answer: (asked) => keys.answerSession(asked),
    })
    const modal = modalOf(page)
    const own = familyPage(page, 'polkadot')
    await openHost({ page, journey, settings: { polkadot, relay, signIn: 'required' } })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    await wallet.pair(await copyLink(page))
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    const caip2Network = polkadot.caipNetworkId
    expect(await own.signedIn({ signIn: 'required', ...said })).toMatchObject({ address, caip2Network })

    const message = 'Good morning from Foyer <👋>'
    expect(await isSignedForPolkadot({ message, signature: await own.sign(message), address })).toBe(true)
    const { status, fee } = await own.send({ to: await freshPolkadotAddress(), units: `${one}` })
    expect(status).toBe('success')
    const left = `${4n * one - BigInt(fee)}`
    expect(await own.balance()).toBe(left)
    expect(wallet.asked.map(({ method }) => method)).toEqual([
      ...['polkadot_signMessage', 'polkadot_signMessage', 'polkadot_signTransaction'],
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
