import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { createPublicClient, type Hex, http, verifyMessage } from 'viem'
import { installMovedDapps } from '../../scripts/movedDapps.mjs'
import { expect, type Journey, test } from '../fixtures.js'
import { type ExampleHost, serveExample } from './exampleHost.js'
import { readClipboard } from './readClipboard.js'
import { openSampleWallet } from './sampleWallet.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

let dapps = ''
test.beforeAll(async () => {
  dapps = await mkdtemp(join(tmpdir(), 'foyer-dapps-'))
  await installMovedDapps(dapps)
})
test.afterAll(async () => {
  for (const host of hosts.values()) await (await host).stop()
  await rm(dapps, { recursive: true, force: true })
})

/** Each is built once. */
const hosts = new Map<string, Promise<ExampleHost>>()
function hostOf({ name, env }: { readonly name: string; readonly env: Readonly<Record<string, string>> }) {
  const host = hosts.get(name) ?? serveExample({ root: join(dapps, name), env })
  hosts.set(name, host)
  return host
}

/** FOYER_FULL=1: each page with a wallet beside it and with one elsewhere. Else pages after the move with one beside, and wagmi's template with what stands in the place of its provider. */
const isWalked = (name: string, wallet: 'beside' | 'elsewhere') =>
  Boolean(process.env.FOYER_FULL) ||
  (wallet === 'elsewhere' ? name === 'wagmi' : ['after', 'connectkit-moved'].includes(name))

interface Dapp {
  readonly page: Page
  readonly account: Locator
  readonly dialog: Locator
}

async function open(page: Page, journey: Journey, name: string): Promise<Dapp> {
  const [first, second] = journey.local.chains
  const { origin } = await hostOf({
    name,
    env: {
      VITE_LOCAL_CHAIN: first.url,
      VITE_SECOND_LOCAL_CHAIN: second.url,
      VITE_RELAY_URL: journey.local.relay,
      VITE_RELAY_PROJECT_ID: 'foyer-demo',
    },
  })
  journey.admit(origin)
  journey.admit(journey.local.relay.replace(/^ws/, 'http'))
  await page.goto(origin)
  return { page, account: page.getByRole('region', { name: 'Account' }), dialog: page.getByRole('dialog') }
}

const press = (within: Locator, name: string | RegExp) => within.getByRole('button', { name }).click()

async function hexShown(account: Locator, digits: number): Promise<Hex> {
  const shown = account.getByRole('status').filter({ hasText: new RegExp(`^0x[0-9a-f]{${digits}}$`) })
  await expect(shown).toBeVisible()
  return `0x${(await shown.textContent())?.slice(2) ?? ''}`
}

/** Where ConnectKit's page asks by itself. */
const ofConnectKit = ['https://ethereum.reth.rs', 'https://cca-lite.coinbase.com']

const pages = [
  ['before', 'before the move from RainbowKit'],
  ['after', 'after the move from RainbowKit'],
  ['connectkit', 'before the move from ConnectKit'],
  ['connectkit-moved', 'that the command has moved from ConnectKit'],
] as const

for (const [name, is] of pages.filter(([each]) => isWalked(each, 'beside'))) {
  test(`the page ${is} connects, signs, sends, switches, reloads and disconnects`, async ({ page, journey }) => {
    const [first, second] = journey.local.chains
    const maple = await journey.install({ name: 'Maple', announced: 'at once' })
    const [address = '0x'] = maple.accounts
    if (name === 'connectkit') {
      // Its names and its wallet's statistics aren't had here, of which the browser complains.
      for (const url of ofConnectKit) journey.admit(url)
      journey.expectTrouble(/./)
    }
    const { account, dialog } = await open(page, journey, name)

    await page.getByRole('button', { name: 'Connect Wallet' }).click()
    await press(dialog, /^Maple/)
    await expect(account).toContainText(address)
    await expect(dialog).toHaveCount(0)
    await expect(account).toContainText(`Chain ${first.id}`)
    await press(account, 'Sign a message')
    const signature = await hexShown(account, 130)
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
    await press(account, `Go to Local ${second.id}`)
    await expect(account).toContainText(`Chain ${second.id}`)
    await press(account, 'Send 0.001 to yourself')
    const hash = await hexShown(account, 64)
    const receipt = await createPublicClient({ transport: http(second.url) }).waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')

    await page.reload()
    await expect(account).toContainText(address)
    await expect(account).toContainText(`Chain ${second.id}`)
    await press(account, 'Disconnect')
    await expect(page.getByText('You need a wallet to go on.')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Choose one' }).click()
    await expect(dialog).toBeVisible()
  })
}

test('the moved page shows the network beside the account as it did, in one line that a phone’s header has room for, and its own button works', async ({
  page,
  journey,
}) => {
  const [first, second] = journey.local.chains
  await journey.install({ name: 'Maple', announced: 'at once' })
  const { account, dialog } = await open(page, journey, 'after')
  await page.getByRole('button', { name: 'Log in' }).click()
  await press(dialog, /^Maple/)
  await expect(account).toBeVisible()
  await expect(dialog).toHaveCount(0)

  const pair = page.locator('[data-part="button-pair"]')
  const name = pair.locator('[data-part="network-button"] > [data-part="button-label"]')
  const address = pair.locator('[data-part="account-name"] > [data-part="button-label"]')
  await expect(pair.locator('[data-part="network-button"] > [data-part="network-image"]')).toBeVisible()
  for (const [width, isWide] of [
    [1280, true],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    await expect(name).toBeVisible({ visible: isWide })
    await expect(address).toBeVisible({ visible: isWide })
    const boxes = await pair.locator('button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top, height, right } = button.getBoundingClientRect()
        return {
          top: Math.round(top),
          height: Math.round(height),
          isInside: right <= document.documentElement.clientWidth,
        }
      }),
    )
    expect(boxes).toHaveLength(2)
    expect(new Set(boxes.map((box) => JSON.stringify(box))).size, JSON.stringify(boxes)).toBe(1)
    expect(boxes[0]?.isInside).toBe(true)
    const header = page.getByRole('banner')
    expect(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
  }

  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('button', { name: `Local ${first.id}` }).click()
  await press(dialog, `Local ${second.id}`)
  await expect(menu.getByRole('button', { name: `Local ${second.id}` })).toBeVisible()
  await expect(account).toContainText(`Chain ${second.id}`)
})

/** Pages of releases of today: RainbowKit's own, moved and not, and wagmi's template, whose connectors find this repository's provider by the one override. */
const pairing = [
  ['before', 'before the move from RainbowKit'],
  ['after', 'after the move from RainbowKit'],
  ['wagmi', 'of wagmi’s own template'],
] as const

for (const [name, is] of pairing.filter(([each]) => isWalked(each, 'elsewhere'))) {
  test(`[S7.37] the page ${is} pairs with a wallet elsewhere, signs, sends, switches, reloads and disconnects`, async ({
    page,
    context,
    journey,
  }) => {
    const [first, second] = journey.local.chains
    const { account, dialog } = await open(page, journey, name)
    if (name !== 'wagmi') await page.getByRole('button', { name: 'Connect Wallet' }).click()
    await press(name === 'wagmi' ? page.locator('body') : dialog, 'WalletConnect')
    // RainbowKit draws a code of its own; its other way is the provider's dialog, which is ours.
    if (name === 'before') await press(dialog, 'OPEN')
    await press(dialog, /^Copy link$/i)
    const uri = await readClipboard(page)
    const wallet = await openSampleWallet({ context, local: journey.local })
    await wallet.pair(uri)
    await wallet.press('Connect')
    await expect(account).toContainText(wallet.address)
    await expect(account).toContainText(`Chain ${first.id}`)

    await press(account, 'Sign a message')
    await wallet.press('Sign')
    const signature = await hexShown(account, 130)
    expect(await verifyMessage({ address: wallet.address, message: 'Hello', signature })).toBe(true)
    await press(account, `Go to Local ${second.id}`)
    await expect(account).toContainText(`Chain ${second.id}`)
    await press(account, 'Send 0.001 to yourself')
    await wallet.press('Send')
    const hash = await hexShown(account, 64)
    const receipt = await createPublicClient({ transport: http(second.url) }).waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', from: wallet.address.toLowerCase() })

    await page.reload()
    await expect(account).toContainText(wallet.address)
    await expect(account).toContainText(`Chain ${second.id}`)
    await press(name === 'wagmi' ? page.locator('body') : account, 'Disconnect')
    await expect(page.getByText('You need a wallet to go on.')).toBeVisible()
    await expect(wallet.page.getByRole('list', { name: 'Connected applications' })).toHaveCount(0)
  })
}

test('RainbowKit’s page with the kit beside it: what either connects, switches or disconnects is the other’s too', async ({
  page,
  journey,
}) => {
  const [first, second] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', announced: 'at once' })
  const [address = '0x'] = maple.accounts
  const { account, dialog } = await open(page, journey, 'both')
  const [rainbow, foyer] = [
    page.getByRole('region', { name: 'RainbowKit' }),
    page.getByRole('region', { name: 'Foyer' }),
  ]
  const connect = (within: Locator) => within.getByRole('button', { name: 'Connect Wallet' })

  await connect(rainbow).click()
  await press(dialog, /^Maple/)
  await expect(account).toContainText(address)
  await expect(foyer.locator('[data-part="account-button"]')).toBeVisible()
  await press(account, `Go to Local ${second.id}`)
  await expect(rainbow).toContainText(`Local ${second.id}`)
  await page.reload()
  await expect(foyer.locator('[data-part="account-button"]')).toBeVisible()
  await expect(account).toContainText(`Chain ${second.id}`)

  await foyer.locator('[data-part="account-button"]').click()
  await press(dialog, 'Disconnect')
  await expect(connect(rainbow)).toBeVisible()
  await connect(foyer).click()
  await press(dialog, /^Maple/)
  await expect(account).toContainText(address)
  await expect(connect(rainbow)).toHaveCount(0)
  await expect(account).toContainText(new RegExp(`Chain (${first.id}|${second.id})`))
  await press(account, 'Disconnect')
  for (const each of [rainbow, foyer]) await expect(connect(each)).toBeVisible()
})
