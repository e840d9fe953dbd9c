import { createTestTezosWallet, installTestTezosWallet } from '@foyer/testing'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { onlyFull, unless } from '../onlyFull.js'
import { copyLink } from './copyLink.js'
import { familyPage, fundAccount } from './familyPage.js'
import { modalOf } from './modal.js'
import { fillForm } from './sendStage.js'
import { look, settled, show } from './shown.js'
import { freshTezosAddress, freshTezosKey, isSignedForTezos } from './tezosChain.js'

const one = 1_000_000n
/** What the wallet sets for each operation; what an account costs that isn't there yet. */
const [fee, newAccount] = [500n, 64_250n]
const name = 'Temple'
const said = { word: 'Tezos', isSigned: isSignedForTezos }
const message = 'Good morning from Foyer <👋>'

for (const signIn of ['server', 'backend'] as const) {
  test(
    `[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of Tezos connects by Beacon, signs in (${signIn}), signs and sends, is restored, and disconnects`,
    unless(signIn === 'server'),
    async ({ page, journey }) => {
      const { tezos } = journey.local
      const { url, caipNetworkId: caip2Network } = tezos
      const wallet = await installTestTezosWallet(page, { name, accounts: [{ key: freshTezosKey() }], nodeUrl: url })
      const [address = ''] = wallet.accounts
      await fundAccount({ url, address, amount: `${5n * one}` })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const modal = modalOf(page)
      const own = familyPage(page, 'tezos')
      await openHost({ page, journey, settings: { tezos, signIn } })
      // Nothing of the family's chain is fetched before a wallet is picked.
      await expect(hostButton(page)).toBeVisible()
      expect(asked.filter((each) => /tezos-(?!tezos|discover)/.test(each))).toEqual([])
      await hostButton(page).click()
      await expect(modal.wallet(name)).toBeVisible()
      await look({ page, name: `tezos-1-connect-${signIn}` })
      await modal.wallet(name).click()
      await settled(page, 'SIWXSignMessage')
      await expect(hostStatus(page)).toContainText('connected')
      expect(wallet.promptCount).toBe(1)
      await modal.part('sign-in-sign').click()
      await expect(modal.dialog).toBeHidden()
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      expect(wallet.promptCount).toBe(2)

      expect(await isSignedForTezos({ message, signature: await own.sign(message), address })).toBe(true)
      const sent = await own.send({ to: await freshTezosAddress(), units: '1234567' })
      // The wallet reveals the account's key with its first operation.
      const costs = 2n * fee + newAccount
      expect(sent).toEqual({ hash: expect.stringMatching(/^o\w{50}$/), status: 'success', fee: `${costs}` })
      const left = `${5n * one - 1_234_567n - costs}`
      expect(await own.balance()).toBe(left)
      await show(page, { view: 'Account' })
      await expect(modal.dialog).toContainText('XTZ')
      await look({ page, name: `tezos-2-account-${signIn}` })
      await page.keyboard.press('Escape')
      await expect(modal.dialog).toBeHidden()
      // The page asks the chain by way of the operator's server alone.
      expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

      await page.reload()
      await expect(hostStatus(page)).toContainText('connected')
      expect(await own.balance()).toBe(left)
      expect(await own.signedIn({ signIn, ...said })).toMatchObject({ address, caip2Network })
      await expect(modal.dialog).toBeHidden()
      // The pairing holds after a reload.
      expect(await isSignedForTezos({ message, signature: await own.sign(message), address })).toBe(true)
      expect(wallet.requests.map(({ method }) => method)).toEqual([
        ...['permission_request', 'sign_payload_request', 'sign_payload_request', 'operation_request'],
        'sign_payload_request',
      ])

      await page.evaluate(() => window.kits[0]?.disconnect())
      await expect(hostStatus(page)).toHaveText('disconnected')
      await expect.poll(() => wallet.requests.at(-1)?.method).toBe('disconnect')
      await page.reload()
      await expect(hostButton(page)).toBeVisible()
      await expect(hostStatus(page)).toHaveText('disconnected')
    },
  )
}

test('[S1.6 S3.10 S9.14] [F22] a visitor sends XTZ by the modal, and reads in words what the wallet is about to be asked for', async ({
  page,
  journey,
}) => {
  const { tezos } = journey.local
  const { url } = tezos
  const wallet = await installTestTezosWallet(page, { name, accounts: [{ key: freshTezosKey() }], nodeUrl: url })
  const [address = ''] = wallet.accounts
  await fundAccount({ url, address, amount: `${5n * one}` })
  const modal = modalOf(page)
  const own = familyPage(page, 'tezos')
  await openHost({ page, journey, settings: { tezos, preview: true } })
  await hostButton(page).click()
  await modal.wallet(name).click()
  await expect(hostStatus(page)).toContainText('connected')
  const to = await freshTezosAddress()
  await fillForm({ page, modal, token: /^Tez/, amount: '1.000001', to })
  await look({ page, name: 'tezos-3-send' })
  await modal.part('send-preview').click()
  await expect(modal.part('sum')).toHaveText('1.000001 XTZ')
  await expect(modal.part('fee')).toContainText('0.066 XTZ')
  await look({ page, name: 'tezos-4-review' })
  await modal.part('send-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Sent')
  await modal.part('done').click()
  await settled(page, 'Account')
  const asked = () => wallet.requests.filter(({ method }) => method === 'operation_request').length
  expect([asked(), await own.balance()]).toEqual([1, `${5n * one - one - 1n - 2n * fee - newAccount}`])
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The page's own call is told in words first.
  const sending = own.send({ to, units: `${2n * one}` })
  await settled(page, 'Preview')
  await expect(modal.part('preview-title')).toHaveText('Send XTZ')
  await look({ page, name: 'tezos-5-words' })
  await modal.part('preview-continue').click()
  expect(await sending).toMatchObject({ status: 'success', fee: `${fee}` })
  expect(asked()).toBe(2)
})

test.describe('over WalletConnect', onlyFull, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('[S3.5 S7.36 S7.37] an official wallet with a real key of Tezos is paired, signs in, signs, sends, is restored and let go', async ({
    page,
    journey,
  }) => {
    const { tezos, relay } = journey.local
    const { url, caipNetworkId: caip2Network } = tezos
    const account = { key: freshTezosKey(), curve: 'p256' } as const
    const keys = await createTestTezosWallet({ name: 'Kukai', accounts: [account], nodeUrl: url })
    const [address = ''] = keys.accounts
    await fundAccount({ url, address, amount: `${5n * one}` })
    const wallet = await createOfficialWallet({
      relay,
      accountOn: (each) => (each === caip2Network ? address : '0x0000000000000000000000000000000000000001'),
      answer: (asked) => keys.answerSession(asked),
    })
    const modal = modalOf(page)
    const own = familyPage(page, 'tezos')
    await openHost({ page, journey, settings: { tezos, relay, signIn: 'required' } })
    await hostButton(page).click()
    await modal.wallet('WalletConnect').click()
    await expect(modal.code).toBeVisible()
    await wallet.pair(await copyLink(page))
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
    expect(await own.signedIn({ signIn: 'required', ...said })).toMatchObject({ address, caip2Network })
    expect(await isSignedForTezos({ message, signature: await own.sign(message), address })).toBe(true)
    const sent = await own.send({ to: await freshTezosAddress(), units: `${one}` })
    expect(sent.status).toBe('success')
    const left = `${4n * one - 2n * fee - newAccount}`
    expect(await own.balance()).toBe(left)
    expect(wallet.asked.map(({ method }) => method)).toEqual([
      ...['tezos_getAccounts', 'tezos_sign', 'tezos_getAccounts', 'tezos_sign', 'tezos_send'],
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
