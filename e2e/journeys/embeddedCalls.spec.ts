import { createPublicClient, encodeFunctionData, erc20Abi, http, isAddress, parseEther } from 'viem'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { approve, emailOf, logIn, walletIn } from './embeddedWallet.js'

declare global {
  /** How the page's batch ended. */
  var batch: string | undefined
}

test('[S3.24] on a network without the code of smart accounts, calls with and without data and value are approved one by one on the wallet’s page, and each is on the chain as it was asked for', async ({
  page,
  journey,
}) => {
  const [, plain] = journey.local.chains
  const chain = createPublicClient({ transport: http(plain.url) })
  await openHost({ page, journey, settings: { secureOrigin: journey.local.wallet, chains: [plain] } })
  await logIn({ page, journey, email: emailOf('iris') })
  const from = await page.evaluate(() => window.kits[0]?.account('eip155').address)
  if (!from || !isAddress(from)) throw new Error('The page has no address.')
  await setBalance({ chain: plain, address: from, ether: '10' })
  const to = newAddress()
  const token = plain.tokens.find(({ symbol }) => symbol === 'DUSD')?.address
  if (!token) throw new Error('The chain has no token.')
  const approving = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, 5n] })
  const asked = [
    { to, value: parseEther('0.25'), data: undefined },
    { to: token, value: undefined, data: approving },
    { to, value: 1n, data: '0x1234' },
    { to, value: undefined, data: '0x' },
  ] as const
  const first = await chain.getBlockNumber()
  await page.evaluate(
    (calls) => {
      const [kit] = window.kits
      if (!kit) return
      const [first, ...others] = calls.map(({ value, ...call }) => ({
        ...call,
        ...(value === null ? {} : { value: BigInt(value) }),
      }))
      if (!first) return
      window.actions.sendCalls(kit, { family: 'eip155', calls: [first, ...others] }).then(
        () => {
          globalThis.batch = 'sent'
        },
        (error: unknown) => {
          globalThis.batch = String(error)
        },
      )
    },
    asked.map(({ to, value, data }) => ({ to, value: value?.toString() ?? null, ...(data ? { data } : {}) })),
  )
  for (const _ of asked) {
    // Either it is asked for, or the batch has ended and says why.
    const asks = walletIn(page).locator('[part~="button"]').last()
    await expect.poll(async () => (await asks.isVisible()) || page.evaluate(() => globalThis.batch)).toBe(true)
    await approve(page)
    await expect(asks).toBeHidden()
  }
  await expect.poll(() => page.evaluate(() => globalThis.batch)).toBe('sent')
  const sent = async () => {
    const last = await chain.getBlockNumber()
    const numbers = Array.from({ length: Number(last - first) }, (_, at) => first + BigInt(at + 1))
    const blocks = await Promise.all(
      numbers.map((blockNumber) => chain.getBlock({ blockNumber, includeTransactions: true })),
    )
    return blocks
      .flatMap(({ transactions }) => transactions)
      .filter((each) => each.from.toLowerCase() === from.toLowerCase())
      .map(({ to, value, input }) => [to?.toLowerCase(), value, input])
  }
  const wanted = asked.map(({ to, value = 0n, data = '0x' }) => [to.toLowerCase(), value, data])
  await expect.poll(sent).toEqual(wanted)
  expect(await chain.readContract({ abi: erc20Abi, address: token, functionName: 'allowance', args: [from, to] })).toBe(
    5n,
  )
})
