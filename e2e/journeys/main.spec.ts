import type { Response } from '@playwright/test'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { expect, test } from '../fixtures.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { accountButton, connect, connectButton, disconnect, fact, modalOf, outcome, signatureShown } from './modal.js'
import { settled } from './shown.js'
import { watchShakes } from './watchShakes.js'

test.use({ motion: 'whole' })

test('[S2.1 S2.14 S4.2 S4.19 S4.34 S7.36] a visitor connects, reads one figure everywhere, switches, signs, sends, changes account, and is there after a reload', async ({
  page,
  journey,
}) => {
  const { local, install } = journey
  const [home, away] = local.chains
  const maple = await install({ name: 'Maple', accounts: 2, knows: [home.id] })
  await install({ name: 'Birch' })
  await install({ name: 'Old Oak', announced: false, injectedAs: 'ethereum' })

  await setBalance({ chain: home, address: maple.accounts[0] ?? '0x', ether: '12345.6789' })
  const listed: Response[] = []
  page.on('response', (response) => {
    if (response.ok() && /\/v1\/account\/[^/]+\/balance/.test(response.url())) listed.push(response)
  })
  const price = async (): Promise<number> => (await listed.at(-1)?.json())?.balances[0].price
  await page.goto('/')
  await connectButton(page).click()
  const modal = modalOf(page)
  await expect(modal.title).toHaveText('Connect Wallet')
  for (const name of ['Maple', 'Birch', 'Browser Wallet']) await expect(modal.wallet(name)).toBeVisible()
  await modal.wallet('Maple').click()
  await expect(modal.dialog).toBeHidden()
  await expect(fact(page, 'address')).toHaveText(maple.accounts[0] ?? '')
  await expect(fact(page, 'balance')).toHaveText('12,345.678 ETH')
  await expect(accountButton(page)).toContainText('12,345.678 ETH')
  await accountButton(page).click()
  await settled(page, 'Account')
  await expect(modal.part('token-row').first()).toContainText('12,345.678 ETH')
  // From ten millions on a worth has four digits, cut off [S9.44]; the price is the one that the page was given.
  await expect(async () => {
    const millions = Math.floor((12_345.6789 * (await price())) / 10_000) / 100
    expect(await modal.part('account-lead').textContent()).toBe(`Total$${millions.toFixed(2)}M`)
  }).toPass()
  await expect(modal.part('account-wallet')).toHaveText('Maple')
  const [mark, ...others] = await page
    .locator('[data-part="network-image"] img')
    .evaluateAll((pictures) => pictures.map((each) => each.getAttribute('src')))
  expect(mark).toMatch(/^data:image\/svg/)
  expect(new Set(others)).toEqual(new Set([mark]))
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()

  // The wallet doesn't know the second chain: it answers 4902, is asked to add it, and goes there.
  await page.getByRole('button', { name: `Switch to ${away.name}` }).click()
  await expect(outcome(page)).toHaveText(`Switch to ${away.name}: On ${away.name}`)
  expect(maple.requests.map(({ method }) => method)).toEqual(
    expect.arrayContaining(['wallet_switchEthereumChain', 'wallet_addEthereumChain']),
  )
  expect(maple.chainId).toBe(away.id)
  await expect(fact(page, 'network')).toHaveText(away.name)

  await page.getByRole('button', { name: 'Sign a message' }).click()
  const signature = await signatureShown(page)
  const [address = '0x'] = maple.accounts
  expect(await verifyMessage({ address, message: 'Good morning from Foyer', signature })).toBe(true)

  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await expect(outcome(page)).toHaveText(/^Sign typed data: 0x[0-9a-f]{130}$/)

  const chain = createPublicClient({ transport: http(away.url) })
  const recipient = newAddress()
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByLabel('Amount, ETH').fill('1.25')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(outcome(page)).toHaveText(/^Send: 0x[0-9a-f]{64} mined in block \d+$/)
  await expect.poll(() => chain.getBalance({ address: recipient })).toBe(parseEther('1.25'))
  // The figure follows the transaction; its fee is less than the third decimal.
  await expect(accountButton(page)).toContainText(/8\.(749|750) ETH/)

  maple.switchAccount(1)
  await expect(fact(page, 'address')).toHaveText(maple.accounts[0] ?? '')
  expect(maple.accounts[0]).not.toBe(address)

  await page.reload()
  await expect(fact(page, 'status')).toHaveText('connected')
  await expect(fact(page, 'wallet')).toHaveText('Maple')
  await expect(fact(page, 'network')).toHaveText(away.name)
  expect(maple.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})

test('[S4.3] disconnecting clears everything and revokes the consent; connecting again asks anew', async ({
  page,
  journey,
}) => {
  const maple = await journey.install({ name: 'Maple' })
  const modal = await connect({ page, wallet: 'Maple' })
  await disconnect(page)
  await expect(modal.dialog).toBeHidden()
  await expect(fact(page, 'address')).toHaveText('None yet')
  await expect.poll(() => maple.requests.at(-1)?.method).toBe('wallet_revokePermissions')
  await page.reload()
  await expect(connectButton(page)).toBeEnabled()
  await expect(fact(page, 'status')).toHaveText('disconnected')

  await connectButton(page).click()
  await modal.wallet('Maple').click()
  await expect(fact(page, 'status')).toHaveText('connected')
  expect(maple.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(2)
})

test('[S2.8 S4.7 S4.8 S4.20] an unsupported chain opens its view, which shakes for 500 ms instead of closing', async ({
  page,
  journey,
}) => {
  const [, away] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', elsewhere: 420 })
  const modal = await connect({ page, wallet: 'Maple' })

  maple.switchChain(420)
  await expect(modal.title).toHaveText('Switch Network')
  await expect(modal.dialog).toContainText('This app doesn’t support your current network.')
  const shakes = await watchShakes(modal.part('card'))
  // A cross that closed nothing would be drawn in vain.
  await expect(modal.button('Close')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect.poll(shakes).toEqual([[500]])
  await expect(modal.part('card-shaking')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect.poll(shakes).toEqual([[500], [500]])
  await expect(modal.title).toHaveText('Switch Network')

  await modal.button(new RegExp(away.name)).click()
  await expect(modal.dialog).toBeHidden()
  await expect(fact(page, 'network')).toHaveText(away.name)
})

test('[S4.2] a second tab follows: connected, switched, disconnected', async ({ page, context, journey }) => {
  const [, away] = journey.local.chains
  await journey.install({ name: 'Maple' })
  const second = await context.newPage()
  await second.goto('/')
  await expect(fact(second, 'status')).toHaveText('disconnected')

  await connect({ page, wallet: 'Maple' })
  await expect(fact(second, 'status')).toHaveText('connected')
  await page.getByRole('button', { name: `Switch to ${away.name}` }).click()
  await expect(fact(second, 'network')).toHaveText(away.name)
  await disconnect(page)
  await expect(fact(second, 'status')).toHaveText('disconnected')
})

test('[S3.3 S4.2] a legacy wallet is offered though it is the only one, connects, and is there after a reload', async ({
  page,
  journey,
}) => {
  const oak = await journey.install({ name: 'Old Oak', announced: false, injectedAs: 'ethereum' })
  const modal = await connect({ page, wallet: 'Browser Wallet' })
  await expect(fact(page, 'address')).toHaveText(oak.accounts[0] ?? '')
  await page.reload()
  await expect(fact(page, 'status')).toHaveText('connected')
  await expect(modal.dialog).toBeHidden()
  expect(oak.requests.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})
