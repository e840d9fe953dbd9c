import type { Database } from '@foyer/service/db/database'
import * as fc from 'fast-check'
import { type Address, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { type OpenMarket, openMarket, type VenueConfig } from './test/openMarket.js'
import { openSwapClient, plain, type SwapClient } from './test/openSwapClient.js'

// What the server builds is sent as it is, and done by the chain.

let local: OpenMarket
let database: Database
beforeAll(async () => {
  ;[local, database] = await Promise.all([openMarket(), openTestDatabase()])
})
afterAll(() => Promise.all([local?.stop(), database?.close()]))

/** Amounts that are odd in their last digits. FAR is the token that is furthest from the others on each venue. */
const trades = [
  { kind: 'one hop', from: 'DUSD', to: 'FYR', amount: 123_456_789n },
  { kind: 'one hop back', from: 'FYR', to: 'DUSD', amount: 98_765_432_109_876_543_211n },
  { kind: 'two hops', from: 'WBTC', to: 'DUSD', amount: 1_234_567n },
  { kind: 'two hops back', from: 'DUSD', to: 'WBTC', amount: 987_654_321n },
  { kind: 'three hops', from: 'WBTC', to: 'FAR', amount: 1_234_567n },
  { kind: 'three hops back', from: 'FAR', to: 'WBTC', amount: 333_333_333_333_333_333_337n },
  { kind: 'native in', from: 'ETH', to: 'DUSD', amount: 123_456_789_012_345_679n },
  { kind: 'native in by two hops', from: 'ETH', to: 'FAR', amount: 1_000_000_000_000_000_001n },
  { kind: 'native out', from: 'DUSD', to: 'ETH', amount: 3_000_000_001n },
  { kind: 'native out by two hops', from: 'FAR', to: 'ETH', amount: 777_000_000_000_000_000_003n },
  { kind: 'the wrapped coin bought', from: 'FYR', to: 'WETH', amount: 4_321_000_000_000_000_000_007n },
  { kind: 'the wrapped coin sold', from: 'WETH', to: 'DUSD', amount: 50_000_000_000_000_001n },
] as const

/** FOYER_FULL=1: all. Else a token for a token, and the own coin on either side, each by more than one hop. */
const estimated = trades.filter(({ kind }) => process.env.FOYER_FULL || /two hops$/.test(kind))

describe.each([
  { venue: 'a Uniswap V2 router', bps: 0, far: 'STR' },
  { venue: 'the fee router in front of it', bps: 85, far: 'STR' },
  { venue: 'a Uniswap V3 router', bps: 0, far: 'FYR' },
])('[S7.6 S7.9 S7.11 S7.12] [F27] a swap by $venue', ({ venue, bps, far }) => {
  let client: SwapClient
  let spender: Address
  beforeAll(async () => {
    const { router, feeRouter } = local.market
    const swaps: VenueConfig = venue.includes('V3') ? await local.deployV3() : bps > 0 ? { feeRouter } : {}
    spender = swaps.venue === 'uniswap-v3' ? swaps.router : bps > 0 ? feeRouter : router
    client = await openSwapClient({ local, database, swaps })
  })
  const feeOf = (amount: bigint) => (amount * BigInt(bps)) / 10_000n

  /** Swaps, and expects all that was promised of it. */
  async function expectSwap({ amount, disableEstimate, ...pair }: Parameters<SwapClient['swap']>[0]) {
    const [from, to] = [pair.from, pair.to].map((symbol) => (symbol === 'FAR' ? far : symbol))
    if (from === undefined || to === undefined) expect.fail()
    const { feeRecipient } = local.market
    const fees = await local.held(from, feeRecipient)
    const { quote, tx, receipt, approvals, received } = await client.swap({ from, to, amount, disableEstimate })
    expect(receipt.status).toBe('success')
    // Without a trade in between it is the quoted amount, to the last digit.
    expect(received).toBe(BigInt(quote.toAmount))
    expect(received).toBeGreaterThanOrEqual(BigInt(tx.minAmount ?? expect.fail()))
    expect(tx.minAmount).toBe(quote.minAmount)
    expect(quote.fee).toEqual({ bps, amount: String(feeOf(amount)) })
    expect((await local.held(from, feeRecipient)) - fees).toBe(feeOf(amount))
    expect([plain(tx.to), quote.target]).toEqual([spender, tx.to])
    expect(quote.spender).toBe(from === 'ETH' ? null : tx.to)
    if (from !== 'ETH') {
      expect([approvals, await local.allowed({ symbol: from, spender: spender })]).toEqual([1, 0n])
    }
    return { limit: BigInt(tx.eip155.gas), used: receipt.gasUsed }
  }

  test.each(trades)('delivers what was promised, with an exact approval: $kind', async ({ from, to, amount }) => {
    const { limit, used } = await expectSwap({ from, to, amount, disableEstimate: true })
    // A third to spare, as there are tokens that take more than these.
    expect(used * 3n).toBeLessThan(limit * 2n)
  })

  test.each(estimated)('is estimated by the network when it may be: $kind', async ({ from, to, amount }) => {
    await expectSwap({ from, to, amount, disableEstimate: false })
  })

  test.each([
    { from: 'WETH', to: 'DUSD', amount: 10_000_000_001n },
    { from: 'FAR', to: 'WBTC', amount: 333_333_333_333_333_333_337n },
  ] as const)(
    'has gas for what its pools write once a second, if the second it is asked in had a swap: $from',
    async ({ from, to, amount }) => {
      const sold = from === 'FAR' ? far : from
      await local.ask({ symbol: sold, functionName: 'approve', args: [spender, amount] })
      const { timestamp } = await local.pretendSwapsNow()
      const tx = await client.transaction({ from: sold, to, amount, disableEstimate: false })
      await local.client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: unknown }>({
        method: 'evm_setNextBlockTimestamp',
        params: [numberToHex(timestamp + 12n)],
      })
      const { gas, gasPrice } = tx.eip155
      const data = `0x${tx.data.slice(2)}` as const
      const receipt = await local.send({ to: plain(tx.to), data, gas: BigInt(gas), gasPrice: BigInt(gasPrice) })
      expect(receipt.status).toBe('success')
    },
  )

  test('delivers it whatever the amount is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...trades), fc.bigInt(100n, 2_000n), async ({ from, to, amount }, share) => {
        await expectSwap({ from, to, amount: (amount * share) / 997n, disableEstimate: true })
      }),
      { numRuns: process.env.FOYER_FULL ? 12 : 4 },
    )
  })
})
