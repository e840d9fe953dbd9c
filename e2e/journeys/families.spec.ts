import { installTestBitcoinWallet } from '@foyer/testing'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import type { FamilyLog } from '../hosts/kit/familyLog.js'
import { isSolanaSignature, lamportsOf, newSolanaAddress } from '../solanaChain.js'
import { freshBitcoinAddress, freshBitcoinKey, fund, heldAt, isSignedByAddress } from './bitcoinLedger.js'
import { fact, connectButton as headerConnectButton, modalOf, outcome } from './modal.js'
import { look, settled } from './shown.js'

const families = ['eip155', 'near', 'tezos'] as const
type ShownFamily = (typeof families)[number]

const statusOf = (page: Page, family: ShownFamily) => page.locator(`[data-part="status-${family}"]`)
const connectButton = (page: Page, family: ShownFamily) =>
  page.getByRole('region', { name: family }).locator('[data-part="connect-button"]')
const accountButton = (page: Page, family: ShownFamily) =>
  page.getByRole('region', { name: family }).locator('[data-part="account-button"]')
const logOf = (page: Page): Promise<FamilyLog | undefined> => page.evaluate(() => globalThis.familyLog)

/** All families were connecting from the start and are connected, and none was anything else between. @returns how long it took once the last wallet was found, in ms */
async function expectRestored(page: Page): Promise<void> {
  const log = await logOf(page)
  const statuses = log?.seen.map((each) => Object.values(each.statuses)) ?? []
  expect(new Set(statuses[0])).toEqual(new Set(['connecting']))
  expect(new Set(statuses.at(-1))).toEqual(new Set(['connected']))
  expect(statuses.flat()).not.toContain('disconnected')
  const took = (log?.seen.at(-1)?.at ?? Number.POSITIVE_INFINITY) - (log?.foundAt ?? 0)
  test.info().annotations.push({ type: 'restored all families', description: `${Math.round(took)} ms` })
}

test('[S2.5 S2.15 S2.23 S3.3 S4.1 S4.2 S4.3 S4.6] one wallet of two families and another of a third connect, are all restored, and end', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  await openHost({ page, journey, settings: { tinyFamilies: true } })
  const modal = modalOf(page)

  // Maple is announced by two families, and stands there once; choosing it asks for the chain.
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await expect(modal.wallet('Pine')).toBeVisible()
  await expect(modal.wallet('Maple')).toHaveCount(1)
  await expect(modal.wallet('Maple')).toContainText('multichain')
  await modal.wallet('Maple').click()
  await expect(modal.title).toHaveText('Select chain')
  await expect(modal.dialog).toContainText('Select Chain for Maple')
  await modal.button('NEAR').click()
  await expect(modal.dialog).toBeHidden()
  await expect(statusOf(page, 'near')).toHaveText('connected @maple-eoa Pebble Chain')
  await expect(statusOf(page, 'eip155')).toHaveText(`disconnected ${home.name}`)
  expect(maple.requests.filter(({ method }) => method === 'eth_requestAccounts')).toEqual([])

  // A button of one family offers its wallets, and asks for no chain.
  await connectButton(page, 'eip155').click()
  await expect(modal.wallet('Maple')).toContainText('installed')
  await expect(modal.wallet('Pine')).toHaveCount(0)
  await modal.wallet('Maple').click()
  await expect(statusOf(page, 'eip155')).toHaveText(`connected ${maple.accounts[0]} ${home.name}`)

  // A network of a family without a wallet leads to one.
  await page.locator('[data-part="network-button"]').click()
  await modal.button('Shell Chain').click()
  await expect(modal.title).toHaveText('Switch chain')
  await modal.button('Switch').click()
  await expect(modal.wallet('Pine')).toBeVisible()
  await expect(modal.wallet('Maple')).toHaveCount(0)
  await modal.wallet('Pine').click()
  await expect(statusOf(page, 'tezos')).toHaveText('connected @pine-payment Shell Chain')
  await expect(modal.dialog).toBeHidden()

  // All are back after a reload, each by its own connector.
  await page.reload()
  for (const family of families) await expect(statusOf(page, family)).toContainText(/^connected/)
  await expectRestored(page)
  expect(maple.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)

  // Another family's button makes it active; its account has what its family has.
  await accountButton(page, 'near').click()
  await expect(modal.part('balance')).toHaveText(/12\.340 PBL/)
  await expect(modal.dialog.locator('[data-feature="send"]')).toBeVisible()
  await expect(modal.dialog.locator('[data-feature="swaps"]')).toHaveCount(0)
  await expect(modal.part('approvals')).toHaveCount(0)
  await expect(page.locator('[data-part="network-button"]')).toContainText('Pebble Chain')
  await modal.button('Close').click()

  // Payments and ordinals are two addresses of one wallet.
  await accountButton(page, 'tezos').click()
  await modal.part('switch-address').click()
  await expect(modal.part('account-choice')).toHaveText([/payment/i, /ordinal/i])
  await modal.part('account-choice').nth(1).click()
  await expect(statusOf(page, 'tezos')).toContainText('@pine-ordinal')
  await modal.button('Close').click()

  // One family is disconnected alone, and another that is connected is active; then all are.
  await page.evaluate(() => window.kits[0]?.disconnect({ family: 'tezos' }))
  await expect(statusOf(page, 'tezos')).toContainText('disconnected')
  await expect(statusOf(page, 'near')).toContainText(/^connected/)
  await expect(page.locator('[data-part="network-button"]')).toContainText(home.name)
  await page.evaluate(() => window.kits[0]?.disconnect())
  for (const family of families) await expect(statusOf(page, family)).toContainText('disconnected')
  await page.reload()
  for (const family of families) await expect(statusOf(page, family)).toContainText('disconnected')
})

test('[S4.1 S4.2] wallets of EVM, Solana and Bitcoin are all back after a reload, and none waits for another', async ({
  page,
  journey,
}) => {
  const { solana, bitcoin } = journey.local
  await journey.install({ name: 'Maple' })
  await journey.installSolana({ name: 'Larch' })
  const keys = [freshBitcoinKey()] as const
  const willow = await installTestBitcoinWallet(page, { name: 'Willow', keys })
  await openHost({ page, journey, settings: { solana, bitcoin } })
  const statuses = () =>
    page.evaluate(() => {
      const { eip155, solana, bip122 } = globalThis.familyLog?.seen.at(-1)?.statuses ?? {}
      return [eip155, solana, bip122]
    })
  await expect.poll(() => page.evaluate(() => window.kits[0]?.store.getState().connectors.length)).toBe(3)
  await page.evaluate(async () => {
    const [kit] = window.kits
    for (const { id } of kit?.store.getState().connectors ?? []) await kit?.connect({ connectorId: id })
  })

  await page.reload()
  await expect.poll(statuses).toEqual(['connected', 'connected', 'connected'])
  await expectRestored(page)

  willow.next({ read: 'hang' })
  await page.reload()
  await expect.poll(statuses).toEqual(['connected', 'connected', 'connecting'])
  willow.release()
  await expect.poll(statuses).toEqual(['connected', 'connected', 'connected'])
  expect(willow.promptCount).toBe(1)
})

test('[S4.2] a second tab follows each family by itself', async ({ page, context, journey }) => {
  await journey.install({ name: 'Maple' })
  const second = await context.newPage()
  for (const each of [page, second]) await openHost({ page: each, journey, settings: { tinyFamilies: true } })
  for (const family of ['near', 'tezos'] as const) {
    await connectButton(page, family).click()
    await modalOf(page).part('wallet').first().click()
    await expect(statusOf(second, family)).toContainText(/^connected/)
  }
  await page.evaluate(() => window.kits[0]?.disconnect({ family: 'near' }))
  await expect(statusOf(second, 'near')).toContainText('disconnected')
  await expect(statusOf(second, 'tezos')).toContainText(/^connected/)
})

test('[S1.4 S1.5 S1.6 S4.6 S4.9] on the demo a visitor of Solana, then of Bitcoin connects, signs in, signs, sends, and sees what is left', async ({
  page,
  journey,
}) => {
  const { solana, bitcoin } = journey.local
  const larch = await journey.installSolana({ name: 'Larch' })
  const keys = [freshBitcoinKey()] as const
  const willow = await installTestBitcoinWallet(page, { name: 'Willow', keys, esplora: bitcoin.url })
  const [account = ''] = larch.accounts
  const [address = ''] = willow.accounts
  await fund({ url: bitcoin.url, address, sats: 5_000_000 })
  const modal = modalOf(page)
  const signIn = async (wallet: string) => {
    await modal.wallet(wallet).click()
    await settled(page, 'SIWXSignMessage')
    await modal.part('sign-in-sign').click()
    await expect(modal.dialog).toBeHidden()
  }
  const sign = async () => {
    await page.getByRole('button', { name: 'Sign a message' }).click()
    await expect(outcome(page)).toHaveText(/^Sign a message: \S+$/)
    return (await outcome(page).textContent())?.split(': ')[1] ?? ''
  }
  const send = async ({ to, amount, symbol }: { to: string; amount: string; symbol: string }) => {
    await page.getByLabel('Recipient').fill(to)
    await page.getByLabel(`Amount, ${symbol}`).fill(amount)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(outcome(page)).toHaveText(/^Send: \S+ is confirmed$/)
  }
  const message = 'Good morning from Foyer'

  await page.goto('/?signin')
  await headerConnectButton(page).click()
  await signIn('Larch')
  await expect(fact(page, 'network')).toHaveText(solana.name)
  await expect(fact(page, 'balance')).toHaveText('10.000 SOL')
  // What only EVM has is absent.
  await expect(page.getByRole('button', { name: 'Sign typed data' })).toHaveCount(0)
  expect(isSolanaSignature({ message, signature: await sign(), account })).toBe(true)
  const to = newSolanaAddress()
  await send({ to, amount: '1.5', symbol: 'SOL' })
  expect(await lamportsOf(solana.url, to)).toBe(1_500_000_000)
  await look({ page, name: 'demo-solana' })

  await page.locator('[data-part="network-button"]').click()
  await modal.button(bitcoin.name).click()
  await modal.button('Switch').click()
  await signIn('Willow')
  await expect(fact(page, 'network')).toHaveText(bitcoin.name)
  await expect(fact(page, 'balance')).toHaveText('0.050 BTC')
  expect(isSignedByAddress({ address, message, signature: await sign() })).toBe(true)
  const other = freshBitcoinAddress()
  await send({ to: other, amount: '0.0123', symbol: 'BTC' })
  expect(await heldAt({ url: bitcoin.url, address: other })).toBe(1_230_000)
  await look({ page, name: 'demo-bitcoin' })
})
