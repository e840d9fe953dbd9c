import { installTestBitcoinWallet } from '@foyer/testing'
import type { Locator, Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { expect, type Journey, test } from '../fixtures.js'
import { isSolanaSignature } from '../solanaChain.js'
import { freshBitcoinKey, isSignedByAddress } from './bitcoinLedger.js'
import { type ExampleHost, exampleFolder, phone, serveExample, wider } from './exampleHost.js'
import { modalOf } from './modal.js'

let example: ExampleHost | undefined
test.afterEach(async ({ page }) => {
  // What it still fetches isn't refused.
  await page.close()
  await example?.stop()
  example = undefined
})

/** Builds an example, and opens it. */
async function open({
  page,
  journey,
  name,
  env,
}: {
  readonly page: Page
  readonly journey: Journey
  readonly name: string
  readonly env: Readonly<Record<string, string>>
}): Promise<void> {
  example = await serveExample({ root: exampleFolder(name), env })
  journey.admit(example.origin)
  await page.setViewportSize(phone)
  await page.goto(example.origin)
}

const status = (within: Page | Locator): Locator => within.getByRole('status')

/** Waits for what an example shows once it was signed. */
async function shownOutcome(within: Page | Locator, pattern: RegExp): Promise<string> {
  const shown = status(within).filter({ hasText: pattern })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate(wider)).toBe(0)
  return (await shown.textContent()) ?? ''
}

const hexShown = async (within: Page | Locator): Promise<`0x${string}`> =>
  `0x${(await shownOutcome(within, /^0x[0-9a-f]{130}$/)).slice(2)}`

test('the example of Vite and React connects, shows the balance, signs, sends, restores and disconnects', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const [address = '0x'] = maple.accounts
  await open({ page, journey, name: 'vite-react', env: { VITE_LOCAL_CHAIN: home.url } })
  const account = page.getByRole('region', { name: 'Account' })
  const modal = modalOf(page)

  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await modal.wallet('Maple').click()
  await expect(account).toContainText(address)
  await expect(account).toContainText('Balance: 10.000 ETH')

  await account.getByRole('button', { name: 'Sign a message' }).click()
  expect(await verifyMessage({ address, message: 'Hello', signature: await hexShown(account) })).toBe(true)
  maple.next({ sign: 'reject' })
  await account.getByRole('button', { name: 'Sign a message' }).click()
  await expect(status(account)).not.toHaveText(/^(0x.*|Continue in your wallet)$/)
  await account.getByRole('button', { name: 'Send 0.001 to yourself' }).click()
  await shownOutcome(account, /^success: 0x[0-9a-f]{64}$/)
  await expect(account).toContainText('Balance: 9.999 ETH')

  await page.reload()
  await expect(account).toContainText(address)
  await page.locator('[data-part="account-button"]').click()
  await modal.button('Disconnect').click()
  await expect(page.getByText('Not connected yet.')).toBeVisible()
})

test('the example beside wagmi: what the kit connects is wagmi’s, its hooks sign and send, and its disconnect is the kit’s', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const [address = '0x'] = maple.accounts
  await open({ page, journey, name: 'wagmi', env: { VITE_LOCAL_CHAIN: home.url } })
  const account = page.getByRole('region', { name: 'Account' })

  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await modalOf(page).wallet('Maple').click()
  await expect(account).toContainText(address)
  await expect(account).toContainText('Balance: 10')
  await account.getByRole('button', { name: 'Sign a message' }).click()
  expect(await verifyMessage({ address, message: 'Hello', signature: await hexShown(account) })).toBe(true)
  maple.next({ sign: 'reject' })
  await account.getByRole('button', { name: 'Sign a message' }).click()
  await expect(status(account)).toContainText(/rejected/i)
  await page.reload()
  await expect(account).toContainText(address)
  await expect(page.locator('[data-part="account-button"]')).toBeVisible()
  await account.getByRole('button', { name: 'Send 0.001 to yourself' }).click()
  await shownOutcome(account, /^0x[0-9a-f]{64}$/)
  await account.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Not connected yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
})

test('the example with ethers reads, signs and sends by its signer, and has none once disconnected', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const [address = '0x'] = maple.accounts
  await open({ page, journey, name: 'ethers', env: { VITE_LOCAL_CHAIN: home.url } })
  const account = page.getByRole('region', { name: 'Account' })

  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await modalOf(page).wallet('Maple').click()
  await expect(account).toContainText('Balance: 10.0 ETH')
  await account.getByRole('button', { name: 'Sign a message' }).click()
  expect(await verifyMessage({ address, message: 'Hello', signature: await hexShown(account) })).toBe(true)
  maple.next({ sign: 'reject' })
  await account.getByRole('button', { name: 'Sign a message' }).click()
  await expect(status(account)).toContainText(/rejected/i)
  await account.getByRole('button', { name: 'Send 0.001 to yourself' }).click()
  await shownOutcome(account, /^success: 0x[0-9a-f]{64}$/)
  await page.locator('[data-part="account-button"]').click()
  await modalOf(page).button('Disconnect').click()
  await expect(page.getByText('Not connected yet.')).toBeVisible()
})

test('the example without the modal connects by its own list, signs, restores and disconnects', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const [address = '0x'] = maple.accounts
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await open({ page, journey, name: 'headless', env: { VITE_LOCAL_CHAIN: home.url } })
  const account = page.getByRole('region', { name: 'Account' })
  const wallets = page.getByRole('region', { name: 'Wallets' })

  maple.next({ connect: 'reject' })
  await wallets.getByRole('button', { name: 'Maple' }).click()
  await expect(status(wallets)).toContainText('not approved')
  await wallets.getByRole('button', { name: 'Maple' }).click()
  await expect(account).toContainText(address)
  await expect(account).toContainText('Balance: 10')

  await account.getByRole('button', { name: 'Sign a message' }).click()
  expect(await verifyMessage({ address, message: 'Hello', signature: await hexShown(account) })).toBe(true)

  await page.reload()
  await expect(account).toContainText(address)
  await account.getByRole('button', { name: 'Disconnect' }).click()
  await expect(wallets.getByRole('button', { name: 'Maple' })).toBeVisible()
  expect(scripts.filter((url) => /modalCode|viewsCode/.test(url))).toEqual([])
})

test('the example of three families has an account of each, signs with each, restores all, and switches between them', async ({
  page,
  context,
  journey,
}) => {
  const { chains, solana, bitcoin } = journey.local
  const maple = await journey.install({ name: 'Maple' })
  const birch = await journey.installSolana({ name: 'Birch' })
  const willow = await installTestBitcoinWallet(context, {
    name: 'Willow',
    keys: [freshBitcoinKey()],
    esplora: bitcoin.url,
  })
  const env = { VITE_LOCAL_EVM: chains[0].url, VITE_LOCAL_SOLANA: solana.url, VITE_LOCAL_BITCOIN: bitcoin.url }
  await open({ page, journey, name: 'multichain', env })
  const modal = modalOf(page)
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const families = [
    { name: 'EVM', wallet: 'Maple', address: maple.accounts[0] ?? '' },
    { name: 'Solana', wallet: 'Birch', address: birch.accounts[0] ?? '' },
    { name: 'Bitcoin', wallet: 'Willow', address: willow.accounts[0] ?? '' },
  ]
  for (const { name, wallet, address } of families) {
    await section(name).getByRole('button', { name: 'Connect Wallet' }).click()
    await modal.wallet(wallet).click()
    await expect(section(name)).toContainText(address)
    await expect(modal.dialog).toBeHidden()
    await section(name).getByRole('button', { name: 'Sign a message' }).click()
  }
  const [evmAccount, solanaAccount, bitcoinAccount] = families.map(({ address }) => address)
  const [evmSigned, solanaSigned, bitcoinSigned] = [
    await hexShown(section('EVM')),
    await shownOutcome(section('Solana'), /^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    await shownOutcome(section('Bitcoin'), /^[A-Za-z0-9+/]{80,}=*$/),
  ]
  const message = 'Hello'
  expect(await verifyMessage({ address: `0x${evmAccount?.slice(2)}`, message, signature: evmSigned })).toBe(true)
  expect(isSolanaSignature({ message, signature: solanaSigned, account: solanaAccount ?? '' })).toBe(true)
  expect(isSignedByAddress({ message, signature: bitcoinSigned, address: bitcoinAccount ?? '' })).toBe(true)

  await page.reload()
  for (const { name, address } of families) await expect(section(name)).toContainText(address)
  for (const [family, network] of [
    ['Solana', 'Local Solana'],
    ['Bitcoin', 'Local Bitcoin'],
    ['EVM', 'Local EVM'],
  ] as const) {
    await page.getByRole('radio', { name: family }).check()
    await expect(page.locator('[data-part="network-button"]')).toContainText(network)
  }
  await section('Solana').getByRole('button', { name: 'Disconnect' }).click()
  await expect(section('Solana').getByRole('button', { name: 'Connect Wallet' })).toBeVisible()
  await expect(section('EVM')).toContainText(evmAccount ?? '')
  await expect(section('Bitcoin')).toContainText(bitcoinAccount ?? '')
})
