import { createPublicClient, erc20Abi, http, parseEther, parseUnits, verifyMessage } from 'viem'
import { expect, test } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { newAddress } from '../newAddress.js'
import { examine } from './examine.js'
import { look } from './shown.js'

test('without the modal a visitor connects, switches, signs, sends, and sees the balance follow', async ({
  page,
  journey,
}) => {
  const [home, away] = journey.local.chains
  const maple = await journey.install({ name: 'Maple', accounts: 2 })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  const address = page.locator('[data-part="headless-address"]')
  const balance = page.locator('[data-part="headless-balance"]')
  const outcome = page.locator('[data-part="headless-outcome"]')
  const network = ({ name }: { readonly name: string }) =>
    page.getByRole('button', { name: new RegExp(`^${name}( In use)?$`) })

  await page.goto('/headless')
  await expect(page.getByRole('button', { name: /Maple/ })).toBeVisible()
  await look({ page, name: 'headless-connect' })
  await page.getByRole('button', { name: /Maple/ }).click()
  await expect(address).toHaveText(maple.accounts[0] ?? '')
  await expect(balance).toHaveText('10.000 ETH')
  await expect(page.getByLabel('Account in use').getByRole('option')).toHaveCount(2)
  await examine({ page, name: 'the page without the modal' })
  await look({ page, name: 'headless-connected' })

  await network(away).click()
  await expect(network(away)).toHaveAttribute('aria-pressed', 'true')
  expect(maple.chainId).toBe(away.id)
  await network(home).click()
  await expect(network(home)).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(outcome).toHaveText(/^Signed: 0x[0-9a-f]{130}$/)
  const [, digits = ''] = /0x([0-9a-f]+)$/.exec((await outcome.textContent()) ?? '') ?? []
  const [signer = '0x'] = maple.accounts
  expect(await verifyMessage({ address: signer, message: 'Good morning from Foyer', signature: `0x${digits}` })).toBe(
    true,
  )

  const recipient = newAddress()
  await page.getByLabel('Recipient').fill(recipient)
  await page.getByLabel('Amount', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(outcome).toHaveText(/^Sent: 0x[0-9a-f]{64} /)
  const chain = createPublicClient({ transport: http(home.url) })
  expect(await chain.getBalance({ address: recipient })).toBe(parseEther('1'))
  // The fee is less than the third decimal.
  await expect(balance).toHaveText(/^(8\.999|9\.000) ETH$/)

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('heading', { name: 'Connect a wallet' })).toBeVisible()
  expect(scripts.every((path) => path.startsWith('/headless/'))).toBe(true)
})

test('[S3.12] without the modal the tokens are listed to the last unit, and follow what is received', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  const [address = '0x'] = maple.accounts
  await giveTokens({ chain: home, to: address, symbol: 'WBTC', amount: 12_345_678n })
  await page.goto('/headless')
  await page.getByRole('button', { name: /Maple/ }).click()
  const token = (symbol: string) => page.locator(`[data-part="headless-token"][data-symbol="${symbol}"]`)
  await expect(token('ETH')).toContainText('10 ETH')
  await expect(token('WBTC')).toContainText('0.12345678 WBTC')
  await expect(page.locator('[data-part="headless-total"]')).toHaveText(/^\$[\d,]+\.\d\d$/)
  await giveTokens({ chain: home, to: address, symbol: 'DUSD', amount: 1n })
  // It is asked for again by itself within 10 s.
  await expect(token('DUSD')).toContainText('0.000001 DUSD')
})

test('[S3.17] [F27] without the modal a visitor fills in a transfer, looks it over, and sends exactly that', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  await journey.install({ name: 'Maple' })
  await page.goto('/headless')
  await page.getByRole('button', { name: /Maple/ }).click()
  await page.getByRole('combobox', { name: /^Token/ }).selectOption('coin')
  const recipient = newAddress()
  await page.getByLabel('How much').fill('0.000000000000000003')
  await page.getByLabel('To whom').fill(recipient)
  await page.getByRole('button', { name: 'Look it over' }).click()
  await expect(page.locator('[data-part="headless-draft"]')).toHaveText('0.000000000000000003 ETH')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('To whom')).toHaveValue('')
  const chain = createPublicClient({ transport: http(home.url) })
  await expect.poll(() => chain.getBalance({ address: recipient })).toBe(3n)
})

test('without the modal a refusal is said, and the same wallet can be asked again', async ({ page, journey }) => {
  const maple = await journey.install({ name: 'Maple' })
  await page.goto('/headless')
  maple.next({ connect: 'reject' })
  const row = page.getByRole('button', { name: /Maple/ })
  await row.click()
  await expect(page.getByRole('status').filter({ hasText: 'not approved' })).toBeVisible()
  await row.click()
  await expect(page.locator('[data-part="headless-address"]')).toHaveText(maple.accounts[0] ?? '')
})

test('[S1.6] without the modal a visitor swaps a coin for a token, and the token back after its approval', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const maple = await journey.install({ name: 'Maple' })
  await page.goto('/headless')
  await page.getByRole('button', { name: /Maple/ }).click()
  const chain = createPublicClient({ transport: http(home.url) })
  const token = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  const [account = '0x'] = maple.accounts
  const held = () => chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const received = page.locator('[data-part="headless-swap-received"]')
  const outcome = page.locator('[data-part="headless-swap-outcome"]')
  await expect(received).toHaveText(/^29\d(\.\d+)? DUSD$/)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await page.getByRole('button', { name: 'Confirm transaction in your wallet' }).click()
  await expect(outcome).toHaveText('Swap started')
  await expect.poll(held).toBeGreaterThan(parseUnits('290', 6))

  // What is sold is chosen first, as a token is never swapped for itself.
  await page.getByRole('combobox', { name: /^To(?!ken)/ }).selectOption('FYR')
  await page.getByRole('combobox', { name: /^From/ }).selectOption('DUSD')
  await page.getByLabel('Amount to swap').fill('10')
  await expect(received).toHaveText(/^19(\.\d+)? FYR$/)
  maple.next({ send: 'reject' })
  await page.getByRole('button', { name: 'Review swap' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(outcome).toHaveText('The request was not approved in the wallet.')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Confirm transaction in your wallet' }).click()
  await expect(outcome).toHaveText('Swap started')
  await look({ page, name: 'headless-swap' })
})
