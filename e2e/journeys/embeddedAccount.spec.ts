import { localNftAbi } from '@foyer/stack'
import type { Page } from '@playwright/test'
import { type Address, createPublicClient, erc20Abi, http, isAddress } from 'viem'
import { patience } from '../../scripts/pace.mjs'
import { expect, type Journey, test } from '../fixtures.js'
import { hostStatus, openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { approve, emailOf, logIn, mailThat, walletIn } from './embeddedWallet.js'
import { modalOf } from './modal.js'
import { approveAll, giveNfts } from './nfts.js'
import { readReceipt } from './sendStage.js'
import { settled, show } from './shown.js'

/** A page's visitor who has just got a wallet by e-mail. @returns its address */
async function open(page: Page, journey: Journey, name: string): Promise<Address> {
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf(name) })
  const address = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  if (!address || !isAddress(address)) throw new Error('The page has no address.')
  return address
}

test('[S2.2 S6.4] a wallet by e-mail shows where it receives, buys at the card desk, sends an NFT and takes an approval back; all of it stands in its activity', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const modal = modalOf(page)
  const chain = createPublicClient({ transport: http(home.url) })
  const account = await open(page, journey, 'vera')
  await setBalance({ chain: home, address: account, ether: '10' })
  const { nft } = await giveNfts({ chain: home, to: account })
  const token: Address = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  const spender: Address = home.router
  await approveAll({ chain: home, account, token, collection: nft, spender })

  await show(page, { view: 'Account' })
  await modal.button('Receive').click()
  await settled(page, 'WalletReceive')
  await expect(modal.part('receive-address')).toContainText(account)
  await modal.button('Back').click()
  await settled(page, 'Account')

  await modal.button('Buy').click()
  await settled(page, 'OnRampProviders')
  await modal.part('provider').click()
  await settled(page, 'OnRampReview')
  const opening = page.waitForEvent('popup')
  await modal.button('Open Card desk').click()
  const desk = await opening
  await desk.getByRole('button', { name: /^Pay/ }).click()
  await expect(desk.getByRole('status')).toContainText('Bought')
  await expect(modal.part('receipt-title')).toHaveText('Bought')
  await modal.button('Done').click()
  await settled(page, 'Account')
  await desk.close()

  await show(page, { view: 'Nfts' })
  await modal.part('nft-tile').filter({ hasText: 'Foyer Cat' }).click()
  await settled(page, 'Nft')
  await modal.button('Send').click()
  const to = newAddress()
  await modal.part('field-input').fill(to)
  await modal.part('send-preview').click()
  await expect(modal.part('fee')).toBeVisible()
  await modal.part('send-confirm').click()
  await approve(page)
  await readReceipt({ page, modal })
  const owned = { address: nft, abi: localNftAbi, functionName: 'ownerOf', args: [7n] } as const
  expect(await chain.readContract(owned)).toBe(to)

  await show(page, { view: 'Approvals' })
  await modal.part('approval').filter({ hasText: 'Digital Dollar' }).click()
  await settled(page, 'RevokeApproval')
  await modal.part('revoke-button').click()
  await walletIn(page).getByRole('button', { name: 'Reject' }).click()
  await expect(modal.part('review-trouble')).toHaveText('The request was not approved in the wallet.')
  await modal.part('revoke-button').click()
  await approve(page)
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Approval revoked')
  const allowance = { address: token, abi: erc20Abi, functionName: 'allowance', args: [account, spender] } as const
  expect(await chain.readContract(allowance)).toBe(0n)
  await modal.part('done').click()

  await show(page, { view: 'Account' })
  await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
  const done = modal.part('activity-item')
  await expect(done.filter({ hasText: /^Sent.*Foyer Cat/ })).toBeVisible()
  await expect(done.filter({ hasText: /^Received.*ETH/ })).toBeVisible()
  // Twice as it was set up, and once as it was taken back.
  await expect(done.filter({ hasText: /^Approved/ })).toHaveCount(3)
})

test('[F30] a page whose policy keeps the wallet’s frame out says so within 20 s, and connects another wallet', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/frame-src|Content Security Policy|frame_load|did not load/)
  const maple = await journey.install({ name: 'Maple' })
  const modal = modalOf(page)
  await page.clock.install()
  const policy = (demos: string) => demos.replace(/frame-src [^;]+/, "frame-src 'none'")
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet }, policy })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  const field = modal.part('login-email').getByRole('textbox')
  await field.fill('kept-out@example.com')
  await field.press('Enter')
  await expect(page.locator('#w3m-iframe')).toBeAttached()
  // Its time begins with what it is asked, a moment after the frame is there, which stays empty.
  await expect(async () => {
    await page.clock.fastForward(20_000)
    const said = 'The wallet could not be loaded. Try again, or connect another way.'
    await expect(modal.part('field-note')).toHaveText(said, { timeout: patience(1_000) })
  }).toPass()
  await modal.wallet(maple.name).click()
  await expect(hostStatus(page)).toHaveText('connected with Maple')
})

const english = test.extend({ locale: 'en-US' })

english(
  '[S2.26] in a dapp that speaks Arabic the wallet does, whatever the browser’s language is: in its frame and in its own window',
  async ({ page, journey, context }) => {
    const { local } = journey
    await openHost({ page, journey, settings: { secureOrigin: local.wallet, locale: 'ar' } })
    await page.locator('[data-part="connect-button"]').first().click()
    const field = modalOf(page).part('login-email').getByRole('textbox')
    const email = emailOf('layla')
    await field.fill(email)
    await field.press('Enter')
    const wallet = walletIn(page)
    await expect(wallet.getByRole('heading', { name: 'تحقق من بريدك' })).toBeVisible()
    expect(await wallet.locator('html').getAttribute('dir')).toBe('rtl')
    const mail = await mailThat(journey, { email, says: /\/confirm#/ })
    expect(mail.subject).toMatch(/[\u0600-\u06ff]/)
    const opening = context.waitForEvent('page')
    await wallet.locator('summary').click()
    await wallet.getByRole('button', { name: 'المتابعة دون الرابط' }).click()
    const window = await opening
    await expect(window.locator('html')).toHaveAttribute('lang', 'ar')
  },
)
