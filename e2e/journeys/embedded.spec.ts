import { expect } from '@playwright/test'
import { createPublicClient, http, isAddress, isHex, verifyMessage } from 'viem'
import {
  approve,
  askedAt,
  askForMail,
  asksToConfirm,
  confirmHere,
  disconnect,
  emailOf,
  logIn,
  mailsTo,
  mailThat,
  walletIn,
} from './embeddedWallet.js'
import { modalOf } from './modal.js'
import { test } from './ownServices.js'

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

  const outcome = page.getByRole('status').filter({ hasText: '0x' })
  await page.getByRole('button', { name: 'Sign a message' }).click()
  const wallet = await askedAt(page)
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
  await approve(page)
  await expect.poll(() => client.getBalance({ address: recipient })).toBe(before + 10n ** 16n)

  await disconnect(page)
  await page.reload()
  await expect(page.getByText('disconnected', { exact: true })).toBeVisible()
})

test('[S4.23] a newcomer looks into the mailbox once: link and code lie there before either is used, no third comes before the wallet is made, and five presses are enough', async ({
  page,
  journey,
}) => {
  const { local } = journey
  const email = emailOf('ada')
  const presses: string[] = []
  await page.context().exposeBinding('pressed', (_, what: string) => presses.push(what))
  await page.context().addInitScript(() => {
    const tell = (what: string) => Reflect.get(window, 'pressed')(what)
    addEventListener('pointerdown', () => tell('pointer'), true)
    addEventListener('keydown', ({ key }) => key === 'Enter' && tell('Enter'), true)
  })
  await page.goto(local.demo)
  const wallet = walletIn(page)
  await askForMail({ page, email })
  const { links } = await mailThat(journey, { email, says: asksToConfirm })
  const { subject } = await mailThat(journey, { email, says: /\b\d{6}\b/ })
  await expect(wallet.getByText(email)).toBeVisible()
  await confirmHere(page, links)
  expect(await mailsTo(journey, email)).toHaveLength(2)
  await expect(modalOf(page).part('code-input')).toBeFocused()
  await page.keyboard.type(/\d{6}/.exec(subject)?.[0] ?? '')
  await expect(page.locator('#demo').getByText(/^0x[0-9a-fA-F]{40}$/)).toBeVisible()
  await mailThat(journey, { email, says: /A wallet was made with this address/ })
  expect(await mailsTo(journey, email)).toHaveLength(3)
  expect(presses.length).toBeLessThanOrEqual(5)
})

test('[S4.23] an address that was mistyped is left in one press, from the wallet’s own view', async ({
  page,
  journey,
}) => {
  await page.goto(journey.local.demo)
  await askForMail({ page, email: emailOf('typo') })
  const wallet = walletIn(page)
  await expect(wallet.getByText(emailOf('typo'))).toBeVisible()
  await wallet.getByRole('button', { name: 'Use another address' }).click()
  await expect(modalOf(page).part('login-email').getByRole('textbox')).toBeVisible()
  await expect(wallet.getByText(emailOf('typo'))).toBeHidden()
})
