import { isAddress, isHex, verifyTypedData } from 'viem'
import { expect, test } from '../fixtures.js'
import { askSolana, isSolanaSignature, lamportsOf } from '../solanaChain.js'
import { addressShown, approve, askedAt, cameTo, emailOf, logIn, switchNetwork, walletIn } from './embeddedWallet.js'
import { fact, outcome } from './modal.js'

const orderTypes = {
  Order: [
    { name: 'buyer', type: 'address' },
    { name: 'item', type: 'string' },
    { name: 'price', type: 'uint256' },
  ],
} as const

test('[S1.13 S2.7 S6.4 S7.39] a wallet by e-mail goes to another chain and to Solana, and signs there what it showed: typed data, a message and a payment', async ({
  page,
  journey,
}) => {
  const { chains, solana } = journey.local
  const [home, other] = chains
  const wallet = walletIn(page)
  // The modal's own view, below what the wallet shows.
  const waiting = page.locator('[data-view="ApproveTransaction"]:not([data-phase="leaving"])')
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    asked.add(`${origin}${pathname}`)
  })
  await page.goto(journey.local.demo)
  await logIn({ page, journey, email: emailOf('grace') })
  const { server, wallet: walletPage } = journey.local
  const isAsked = (origin: string) => [...asked].some((address) => address.startsWith(`${origin}/`))
  // The operator's API, and the wallet's page on an origin of its own.
  await expect.poll(() => [isAsked(server), isAsked(walletPage)]).toEqual([true, true])
  const address = await addressShown(page, /^0x[0-9a-fA-F]{40}$/)
  if (!isAddress(address)) throw new Error('The demo shows no address.')
  await expect(fact(page, 'network')).toHaveText(home.name)

  await switchNetwork(page, other.name)
  await expect(fact(page, 'address')).toHaveText(address)
  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await expect((await askedAt(page)).getByText('A cup of coffee')).toBeVisible()
  await expect(waiting).toHaveCount(1)
  await approve(page)
  const typed = await cameTo(page, 'Sign typed data')
  await expect(waiting).toHaveCount(0)
  if (!isHex(typed)) throw new Error('Nothing was signed.')
  const domain = { name: 'Foyer demo', version: '1', chainId: other.id }
  const order = { buyer: address, item: 'A cup of coffee', price: 3_500_000n }
  const signed = { address, types: orderTypes, primaryType: 'Order', message: order, signature: typed } as const
  expect(await verifyTypedData({ ...signed, domain })).toBe(true)

  await page.getByRole('button', { name: 'Sign typed data' }).click()
  await expect((await askedAt(page)).getByText('A cup of coffee')).toBeVisible()
  await expect(waiting).toHaveCount(1)
  await wallet.getByRole('button', { name: 'Reject' }).click()
  await expect(outcome(page)).toContainText('user_rejected')
  await expect(waiting).toHaveCount(0)

  await switchNetwork(page, solana.name)
  const account = await addressShown(page, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  await page.getByRole('button', { name: 'Sign a message' }).click()
  const shown = (await askedAt(page)).locator('section.content')
  await expect(shown).toBeVisible()
  const message = (await shown.textContent()) ?? ''
  await approve(page)
  const signature = await cameTo(page, 'Sign a message')
  expect(isSolanaSignature({ message, signature, account })).toBe(true)

  await askSolana(solana.url, 'requestAirdrop', [account, 10_000_000_000])
  const recipient = await page.getByLabel('Recipient').inputValue()
  const before = await lamportsOf(solana.url, recipient)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect((await askedAt(page)).getByText('Leaves, as simulated')).toBeVisible()
  // The fee of its one signature goes with it.
  await expect((await askedAt(page)).getByText('0.010005 SOL')).toBeVisible()
  await approve(page)
  await expect.poll(() => lamportsOf(solana.url, recipient)).toBe(before + 10_000_000)
  await cameTo(page, 'Send')
})
