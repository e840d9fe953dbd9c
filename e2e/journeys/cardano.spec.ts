import { createTestCardanoWallet, installTestCardanoWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { onlyFull, unless } from '../onlyFull.js'
import { freshCardanoAddress, freshCardanoKey, isSignedForCardano } from './cardanoChain.js'
import { copyLink } from './copyLink.js'
import { familyPage, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { fillForm } from './sendStage.js'
import { look, settled, show } from './shown.js'

const one = 10n ** 6n
const name = 'Lace'
const said = { word: 'Cardano', isSigned: isSignedForCardano }
const message = 'Good morning from Foyer <👋>'

for (const signIn of ['required', 'server', 'backend'] as const) {
  test(
    `[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of Cardano connects by CIP-30, signs in (${signIn}), signs and sends, is restored, and disconnects`,
    unless(signIn === 'backend'),
    async ({ page, journey }) => {
      const { cardano } = journey.local
      const { url, caipNetworkId: caip2Network } = cardano
      const wallet = await installTestCardanoWallet(page, {
        name,
        accounts: [{ key: freshCardanoKey(), stakeKey: freshCardanoKey() }],
        url,
      })
      const [address = ''] = wallet.accounts
      await fundAccount({ url, address, amount: `${5n * one}` })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const modal = modalOf(page)
      const own = familyPage(page, 'cip34')
      await openHost({ page, journey, settings: { cardano, signIn } })
      // Nothing of the family's chain is fetched before a wallet is picked.
      await expect(hostButton(page)).toBeVisible()
      expect(asked.filter((each) => /cardano-(?!cardano|discover)/.test(each))).toEqual([])
      await hostButton(page).click()
      await expect(modal.wallet(name)).toBeVisible()
      await look({ page, name: `cardano-1-connect-${signIn}` })
      await modal.wallet(name).click()
      await settled(page, 'SIWXSignMessage')
      await expect(hostStatus(page)).toContainText('connected')
      expect(wallet.promptCount).toBe(1)
      await modal.part('sign-in-sign').click()
      await expect(modal.dialog).toBeHidden()
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      expect(wallet.promptCount).toBe(2)

      expect(await isSignedForCardano({ message, signature: await own.sign(message), address })).toBe(true)
      const sent = await own.send({ to: await freshCardanoAddress(), units: '1234567' })
      expect(sent).toMatchObject({ hash: expect.stringMatching(/^[\da-f]{64}$/), status: 'success' })
      const left = `${5n * one - 1_234_567n - BigInt(sent.fee)}`
      expect(await own.balance()).toBe(left)
      await show(page, { view: 'Account' })
      await expect(modal.dialog).toContainText('tADA')
      await look({ page, name: `cardano-2-account-${signIn}` })
      await page.keyboard.press('Escape')
      await expect(modal.dialog).toBeHidden()
      // The chain is asked by way of the operator's server alone.
      expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

      await page.reload()
      await expect(hostStatus(page)).toContainText('connected')
      expect(await own.balance()).toBe(left)
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      await expect(modal.dialog).toBeHidden()
      expect(wallet.requests.filter(({ method }) => method === 'signData')).toHaveLength(2)

      await page.evaluate(() => window.kits[0]?.disconnect())
      await expect(hostStatus(page)).toHaveText('disconnected')
      await page.reload()
      await expect(hostButton(page)).toBeVisible()
      await expect(hostStatus(page)).toHaveText('disconnected')
    },
  )
}

test('[S1.6 S3.10 S9.14] [F22] a visitor sends ADA by the modal, reads in words what the wallet is about to be asked for; what arrives is what was shown', async ({
  page,
  journey,
}) => {
  const { cardano } = journey.local
  const { url } = cardano
  const wallet = await installTestCardanoWallet(page, { name, accounts: [{ key: freshCardanoKey() }], url })
  const [address = ''] = wallet.accounts
  await fundAccount({ url, address, amount: `${5n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'cip34')
  await openHost({ page, journey, settings: { cardano, preview: true } })
  await hostButton(page).click()
  await modal.wallet(name).click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshCardanoAddress()
  await fillForm({ page, modal, token: /^(Cardano|tADA)/, amount: '1.000001', to })
  await look({ page, name: 'cardano-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000001 tADA')
  await expect(modal.part('fee')).toContainText('0.1')
  await look({ page, name: 'cardano-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await look({ page, name: 'cardano-5-receipt' })
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'signTx').length
  expect(asked()).toBe(1)
  const left = BigInt((await own.balance()) ?? '')
  expect(left < 4n * one && left > 4n * one - 200_000n).toBe(true)
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send tADA')
  await expect(modal.part('preview-facts')).toContainText('1 tADA')
  await look({ page, name: 'cardano-6-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success' })
  expect(asked()).toBe(2)
})

test.describe('over WalletConnect', onlyFull, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S3.5 S7.36 S7.37] an official wallet with a real key of Cardano is paired, signs in, signs, sends, is restored and let go', async ({
    page,
    journey,
  }) => {
    const { cardano, relay } = journey.local
    const keys = await createTestCardanoWallet({
      name: 'Eternl',
      accounts: [{ key: freshCardanoKey(), stakeKey: freshCardanoKey() }],
      url: cardano.url,
    })
    const [address = ''] = keys.accounts
    await fundAccount({ url: cardano.url, address, amount: `${5n * one}` })
    const wallet = await createOfficialWallet({
      relay,
      accountOn: (each) =>
        each === cardano.caipNetworkId ? keys.sessionAccount : '0x0000000000000000000000000000000000000001',
      answer: (asked) => keys.answerSession(asked),
    })
    const modal = modalOf(page)
    const own = familyPage(page, 'cip34')
    await openHost({ page, journey, settings: { cardano, relay, signIn: 'required' } })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    await wallet.pair(await copyLink(page))
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    const caip2Network = cardano.caipNetworkId
    expect(await own.signedIn({ signIn: 'required', ...said })).toMatchObject({ address, caip2Network })

    expect(await isSignedForCardano({ message, signature: await own.sign(message), address })).toBe(true)
    const sent = await own.send({ to: await freshCardanoAddress(), units: `${one}` })
    expect(sent.status).toBe('success')
    const left = `${4n * one - BigInt(sent.fee)}`
    expect(await own.balance()).toBe(left)
    expect(wallet.asked.map(({ method }) => method)).toEqual([
      ...['cardano_signData', 'cardano_signData', 'cardano_getUtxos', 'cardano_signTx'],
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
