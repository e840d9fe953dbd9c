import type { Page } from '@playwright/test'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  isAddress,
  isHash,
  maxUint256,
} from 'viem'
import { expect, test } from '../fixtures.js'
import { giveTokens } from '../giveTokens.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { approve, askedAt, emailOf, logIn } from './embeddedWallet.js'

/** Has the page's own code ask the wallet to send something. @returns what it answers, or why it doesn't */
const send = (page: Page, transaction: object): Promise<string> =>
  page.evaluate(async (params) => {
    try {
      const request = { method: 'eth_sendTransaction', params: [params] }
      return `${await window.kits[0]?.provider('eip155')?.request(request)}`
    } catch (error) {
      return error instanceof Error ? error.message : `${error}`
    }
  }, transaction)

test('[S6.4] [F13] [F14] what is approved is said with its worth and in names; an allowance is given a limit, which is what is signed; who resembles one that was paid is pointed out', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const chain = createPublicClient({ transport: http(home.url), pollingInterval: 100 })
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet } })
  await logIn({ page, journey, email: emailOf('wanda') })
  const account = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  if (!account || !isAddress(account)) throw new Error('The page has no address.')
  await setBalance({ chain: home, address: account, ether: '10' })
  await giveTokens({ chain: home, to: account, symbol: 'DUSD', amount: 100_000_000n })
  const token: Address = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  const mined = async (hash: string) => {
    if (!isHash(hash)) throw new Error(hash)
    return chain.waitForTransactionReceipt({ hash })
  }

  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [home.router, maxUint256] })
  const allowing = send(page, { from: account, to: token, data })
  let wallet = await askedAt(page)
  await expect(wallet.getByText('Unlimited').first()).toBeVisible()
  await expect(wallet.getByText('100 DUSD (about $100.00)')).toBeVisible()
  await expect(wallet.getByText(`Uniswap V2 (${home.router})`).first()).toBeVisible()
  await expect(wallet.locator('[data-part="headline"]')).toHaveText(
    'Uniswap V2 may take all of your DUSD, now and later. Nothing moves now.',
  )
  await wallet.getByRole('radio', { name: 'Only 100 DUSD' }).check()
  const limit = wallet.getByRole('textbox', { name: 'Allow at most' })
  await expect(limit).toHaveValue('100')
  await limit.fill('nothing')
  await limit.press('Enter')
  await expect(wallet.getByText('Type an amount above zero.')).toBeVisible()
  await limit.fill('12.5')
  await wallet.getByRole('button', { name: 'Set the limit' }).click()
  wallet = await askedAt(page)
  await expect(wallet.getByText('12.5 DUSD (about $12.50)').first()).toBeVisible()
  await expect(wallet.getByRole('textbox', { name: 'Allow at most' })).toHaveCount(0)
  await expect(wallet.locator('[data-part="headline"]')).toHaveText(
    'Uniswap V2 may take up to 12.5 DUSD. Nothing moves now.',
  )
  await approve(page)
  await mined(await allowing)
  const allowance = { address: token, abi: erc20Abi, functionName: 'allowance', args: [account, home.router] } as const
  expect(await chain.readContract(allowance)).toBe(12_500_000n)

  const friend = newAddress()
  const paying = send(page, { from: account, to: friend, value: '0xde0b6b3a7640000' })
  wallet = await askedAt(page)
  await expect(wallet.getByText(/^1 ETH \(about \$[\d,.]+\)$/).first()).toBeVisible()
  await approve(page)
  await mined(await paying)
  const alike = `${friend.slice(0, 6)}${'0'.repeat(32)}${friend.slice(-4)}`
  const robbing = send(page, { from: account, to: alike, value: '0x1' })
  wallet = await askedAt(page)
  await expect(wallet.getByText('The recipient resembles one that you have paid before')).toBeVisible()
  await wallet.getByRole('button', { name: 'Reject' }).click()
  await robbing
  const again = send(page, { from: account, to: friend, value: '0x1' })
  wallet = await askedAt(page)
  await expect(wallet.getByText('Balance afterwards')).toBeVisible()
  await expect(wallet.getByText('resembles')).toHaveCount(0)
  await approve(page)
  await mined(await again)
})
