import type { Page } from '@playwright/test'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { expect, test } from '../fixtures.js'
import { accountButton, connectButton, fact, modalOf } from './modal.js'
import { openSampleWallet } from './sampleWallet.js'
import { still } from './shown.js'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** A picture of what is there: to be looked at, and not kept. */
async function look(page: Page, name: string): Promise<void> {
  await still(page)
  await page.screenshot({ path: `test-results/screens/wallet-connect-${name}.png` })
}

/** Goes the visitor's way to the pairing code, and copies it. */
async function copyCode(page: Page): Promise<string> {
  const modal = modalOf(page)
  await connectButton(page).click()
  await modal.wallet('WalletConnect').click()
  await expect(modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' })).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await modal.part('copy-link').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  return page.evaluate(() => navigator.clipboard.readText())
}

test('[S1.1 S4.19 S7.36] a visitor connects a wallet elsewhere by its code, signs and sends; what the wallet does is followed, until it ends the session', async ({
  page,
  context,
  journey: { local },
}) => {
  test.setTimeout(180_000)
  const [home, away] = local.chains
  await page.goto('/')
  const uri = await copyCode(page)
  await look(page, '1-code')
  const wallet = await openSampleWallet({ context, local })
  await wallet.pair(uri)
  await expect(wallet.card.getByRole('heading')).toHaveText('Connection request')
  await expect(wallet.card).toContainText('Foyer demo')
  await expect(wallet.card).toContainText(new URL(local.demo).host)
  await look(wallet.page, '2-proposal')
  await wallet.press('Connect')
  await expect(wallet.card).toBeHidden()
  await expect(modalOf(page).dialog).toBeHidden()
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await expect(fact(page, 'network')).toHaveText(home.name)
  await expect(fact(page, 'balance')).toHaveText('10 ETH')
  await look(page, '3-connected')
  await look(wallet.page, '4-connected')

  const outcome = page.locator('[data-part="outcome"]')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(wallet.card).toContainText('Good morning from Foyer')
  await look(wallet.page, '5-message')
  await wallet.press('Sign')
  await expect(outcome).toHaveAttribute('data-status', 'done')
  const signature = (await outcome.textContent())?.match(/0x[0-9a-f]+/)?.[0] ?? '0x'
  expect(
    await verifyMessage({
      address: wallet.address,
      message: 'Good morning from Foyer',
      signature: `0x${signature.slice(2)}`,
    }),
  ).toBe(true)

  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Sign typed data')
  await look(wallet.page, '6-typed-data')
  await wallet.press('Reject')
  await expect(outcome).toHaveText(/user_rejected/)

  const chain = createPublicClient({ transport: http(home.url) })
  const recipient = '0x00000000000000000000000000000000000f0ae3'
  const before = await chain.getBalance({ address: recipient })
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByLabel('Amount, ETH').fill('1.25')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(wallet.card).toContainText('1.25 ETH')
  await look(wallet.page, '7-transaction')
  await wallet.press('Send')
  await expect(outcome).toHaveText(/^Send: 0x[0-9a-f]{64} mined in block \d+$/)
  expect((await chain.getBalance({ address: recipient })) - before).toBe(parseEther('1.25'))

  // The wallet goes to another network and to another account; the page follows.
  await wallet.page.getByRole('button', { name: 'Keys' }).click()
  await wallet.press('Add an account')
  await wallet.press('Close')
  await wallet.openApplication('Foyer demo')
  await wallet.card.getByLabel('Network').selectOption(`eip155:${away.id}`)
  await expect(fact(page, 'network')).toHaveText(away.name)
  await wallet.card.getByLabel('Account').selectOption({ index: 0 })
  await expect(fact(page, 'address')).not.toHaveText(wallet.address)
  await wallet.card.getByLabel('Account').selectOption(wallet.address)
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await wallet.press('Ping')
  await expect(wallet.notice).toHaveText('The application has answered.')
  await wallet.press('Extend')
  await expect(wallet.notice).toHaveText('The session lasts a week from now.')
  await look(wallet.page, '8-application')

  // The page goes back by itself: both networks were agreed to.
  await page.getByRole('button', { name: `Switch to ${home.name}`, exact: true }).click()
  await expect(outcome).toHaveText(`Switch to ${home.name}: On ${home.name}`)
  await expect(fact(page, 'network')).toHaveText(home.name)

  await page.reload()
  await expect(fact(page, 'status')).toHaveText('connected')
  await expect(fact(page, 'address')).toHaveText(wallet.address)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await wallet.press('Sign')
  await expect(outcome).toHaveAttribute('data-status', 'done')

  await accountButton(page).click()
  await look(page, '9-account')
  await expect(wallet.card.getByRole('heading')).toHaveText('Connected application')
  await wallet.press('Disconnect')
  await expect(fact(page, 'status')).toHaveText('disconnected')
  await expect(modalOf(page).dialog).toBeHidden()
  await expect(wallet.page.getByText('None so far')).toBeVisible()
  await look(wallet.page, '10-ended')
})
