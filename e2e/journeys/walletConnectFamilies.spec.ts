import { devMnemonic } from '@foyer/stack'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { copyLink } from './copyLink.js'
import { modalOf } from './modal.js'
import { sampleWalletIn } from './sampleWallet.js'
import { look, show } from './shown.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** The known phrase's first accounts. */
const accounts = {
  eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  solana: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  bip122: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
} as const

const families = ['eip155', 'solana', 'bip122'] as const

/** What the kit has of each family. */
const connected = (page: Page) =>
  page.evaluate((names) => names.map((family) => window.kits[0]?.account(family).address), families)

test('[S1.1 S3.5 S4.2 S4.3] one session of a wallet elsewhere has EVM, Solana and Bitcoin at once; all are back after a reload, and end together', async ({
  page,
  context,
  journey,
}) => {
  const { local } = journey
  const { solana, bitcoin, relay } = local
  const modal = modalOf(page)
  await openHost({
    page,
    journey,
    settings: { solana, bitcoin, relay },
    policy: (demos) => demos.replace("connect-src 'self'", `connect-src 'self' ${new URL(bitcoin.url).origin}`),
  })
  await hostButton(page).click()
  await modal.wallet('WalletConnect').click()
  await expect(modal.code).toBeVisible()
  const uri = await copyLink(page)
  const walletPage = await context.newPage()
  await walletPage.goto(local.sampleWallet)
  const wallet = await sampleWalletIn({ page: walletPage, address: accounts.eip155 })
  await walletPage.getByLabel('Recovery phrase or private key').fill(devMnemonic)
  await walletPage.getByRole('button', { name: 'Import' }).click()
  await wallet.pair(uri)
  await wallet.press('Connect')
  await expect(hostStatus(page)).toContainText('connected with')
  await expect(modal.dialog).toBeHidden()
  const all = families.map((family) => accounts[family])
  expect(await connected(page)).toEqual(all)

  // A page behind another is painted once a second.
  await page.bringToFront()
  // Each network shows the account of its family, and the wallet isn't asked.
  for (const [name, shown] of [
    [bitcoin.name, 'bcrt'],
    [local.chains[0].name, '0xf3'],
    [solana.name, 'oeYf'],
  ] as const) {
    await show(page, { view: 'Networks' })
    await modal.dialog.getByRole('button', { name, exact: true }).click()
    await expect(page.locator('[data-part="account-button"]')).toContainText(shown)
    await expect(page.locator('[data-part="network-button"]')).toContainText(name)
  }
  await expect(modal.dialog).toBeHidden()
  await expect(wallet.card).toBeHidden()
  await look({ page, name: 'wallet-connect-families' })

  await page.reload()
  await expect.poll(() => connected(page)).toEqual(all)
  await show(page, { view: 'Account' })
  await modal.button('Disconnect').click()
  await expect(hostStatus(page)).toHaveText('disconnected')
  expect(await connected(page)).toEqual([undefined, undefined, undefined])
  await expect(walletPage.getByRole('list', { name: 'Connected applications' }).getByRole('button')).toHaveCount(0)
})
