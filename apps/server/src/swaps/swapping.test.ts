import { type Address, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.js'
import { openTestDatabase } from '../openApi.js'
import { type OpenMarket, openMarket, openSwapClient } from './openMarket.js'

// What the server builds is sent as it is and done by the chain.

let local: OpenMarket
let database: Database
beforeAll(async () => {
  ;[local, database] = await Promise.all([openMarket(), openTestDatabase()])
  for (const [symbol, amount] of [
    ['DUSD', parseUnits('1000000', 6)],
    ['FYR', parseEther('1000000')],
    ['WBTC', parseUnits('100', 8)],
  ] as const) {
    await local.mint({ symbol, amount })
  }
})
afterAll(() => Promise.all([local?.stop(), database?.close()]))

const plain = (accountId: string): Address => `0x${accountId.split(':0x')[1] ?? ''}`

/** Each with an amount that no pool minds, and one that is odd in its last digits. */
const trades = [
  ['one hop', 'DUSD', 'FYR', 123_456_789n],
  ['one hop back', 'FYR', 'DUSD', 98_765_432_109_876_543_211n],
  ['two hops', 'WBTC', 'DUSD', 1_234_567n],
  ['two hops back', 'DUSD', 'WBTC', 987_654_321n],
  ['native in', 'ETH', 'DUSD', 123_456_789_012_345_679n],
  ['native in by two hops', 'ETH', 'FYR', 1_000_000_000_000_000_001n],
  ['native out', 'DUSD', 'ETH', 3_000_000_001n],
  ['native out from 8 digits', 'WBTC', 'ETH', 777_777n],
  ['the wrapped coin sold', 'WETH', 'FYR', 50_000_000_000_000_001n],
  ['the wrapped coin bought', 'FYR', 'WETH', 4_321_000_000_000_000_000_007n],
] as const

describe.each([
  ['straight to the router', false],
  ['through the fee router', true],
])('[S7.11] a swap %s', (_, hasFee) => {
  const open = (disableEstimate = true) =>
    openSwapClient({ local, database, swaps: hasFee ? { feeRouter: local.market.feeRouter } : {} }).then((client) => ({
      ...client,
      disableEstimate,
    }))

  test.each(trades)(
    '[S7.6 S7.9 S7.12] [F27] delivers what was promised, with an exact approval: %s',
    async (_kind, from, to, amount) => {
      if (from === 'WETH') {
        const client = await open()
        await client.swap({ from: 'ETH', to: 'WETH', amount })
      }
      const client = await open()
      const { feeRecipient, router, feeRouter } = local.market
      const spender = hasFee ? feeRouter : router
      const before = {
        to: await local.held(to),
        from: await local.held(from),
        fees: await local.held(from, feeRecipient),
      }
      const { quote, tx, receipt, approvals } = await client.swap({ from, to, amount })
      expect(receipt.status).toBe('success')

      const gasPaid = receipt.gasUsed * receipt.effectiveGasPrice
      const received = (await local.held(to)) - before.to + (to === 'ETH' ? gasPaid : 0n)
      // An approval was paid for too.
      if (to !== 'ETH' || approvals === 0) expect(received).toBe(BigInt(quote.toAmount))
      expect(BigInt(quote.minAmount ?? 0)).toBe(BigInt(tx.minAmount ?? 0))
      if (to !== 'ETH') expect(received).toBeGreaterThanOrEqual(BigInt(quote.minAmount ?? expect.fail()))

      const fee = hasFee ? (amount * 85n) / 10_000n : 0n
      expect(quote.fee).toEqual({ bps: hasFee ? 85 : 0, amount: String(fee) })
      expect((await local.held(from, feeRecipient)) - before.fees).toBe(fee)
      if (from !== 'ETH') {
        expect(before.from - (await local.held(from))).toBe(amount)
        expect([approvals, await local.allowed({ symbol: from, spender })]).toEqual([1, 0n])
      }
      expect([plain(tx.to), plain(quote.target ?? '')]).toEqual([spender, spender])
      expect(quote.spender).toBe(from === 'ETH' ? null : `${local.chain.caipNetworkId}:${spender}`)
    },
  )
})
