import { createPublicClient, http, isAddress, isHex, verifyMessage } from 'viem'
import { expect, test } from '../fixtures.js'
import { approve, disconnect, emailOf, logIn, walletIn } from './embeddedWallet.js'

test('[S1.1 S4.23] a stranger has a wallet by a link and a code: a reload finds it, it signs and sends what it showed, and a visitor who disconnects is logged out', async ({
  page,
  journey,
}) => {
  const { local } = journey
  const [chain] = local.chains
  await page.goto(local.demo)
  await logIn({ page, journey, email: emailOf('ada') })
  const shown = page.locator('#demo').getByText(/^0x[0-9a-fA-F]{40}$/)
  await expect(shown).toBeVisible()
  const address = (await shown.textContent()) ?? ''
  if (!isAddress(address)) throw new Error('The demo shows no address.')

  await page.reload()
  await expect(shown).toHaveText(address)

  const wallet = walletIn(page)
  const outcome = page.getByRole('status').filter({ hasText: '0x' })
  await page.getByRole('button', { name: 'Sign a message' }).click()
  await expect(wallet.locator('[data-part="asks"]')).toContainText(new URL(local.demo).host)
  const message = (await wallet.locator('section.content').textContent()) ?? ''
  await approve(page)
  await expect(outcome).toContainText(/0x[0-9a-f]{130}/)
  const signature = /0x[0-9a-f]{130}/.exec((await outcome.textContent()) ?? '')?.[0]
  if (!isHex(signature)) throw new Error('Nothing was signed.')
  expect(await verifyMessage({ address, message, signature })).toBe(true)

  await page.getByRole('button', { name: 'Get 10 ETH' }).click()
  await expect(page.locator('[data-part="fact-balance"]')).toHaveText('10.000 ETH')
  const recipient = await page.getByLabel('Recipient').inputValue()
  if (!isAddress(recipient)) throw new Error('The demo sends to nobody.')
  const client = createPublicClient({ transport: http(chain.url) })
  const before = await client.getBalance({ address: recipient })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(wallet.locator('[data-part="asks"]')).toBeVisible()
  await approve(page)
  await expect.poll(() => client.getBalance({ address: recipient })).toBe(before + 10n ** 16n)

  await disconnect(page)
  await page.reload()
  await expect(page.getByText('disconnected', { exact: true })).toBeVisible()
})
