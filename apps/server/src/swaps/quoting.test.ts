import type { Database } from '@foyer/service/db/database'
import { type Address, createClient, type Hex, http, parseEther, parseUnits } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeContract, returns } from '../contracts/test/strangeContracts.js'
import { openTestDatabase } from '../test/openApi.js'
import { type OpenMarket, openMarket } from './test/openMarket.js'
import { common, openSwapClient, plain, type SwapClient } from './test/openSwapClient.js'
import { routerAbi } from './uniswapV2/market.js'

let local: OpenMarket
let database: Database
let client: SwapClient
let snapshot: Hex
beforeAll(async () => {
  ;[local, database] = await Promise.all([openMarket(), openTestDatabase()])
})
afterAll(() => Promise.all([local?.stop(), database?.close()]))
beforeEach(async () => {
  snapshot = await anvil<Hex>('evm_snapshot')
  client = await openSwapClient({ local, database })
})
afterEach(() => anvil('evm_revert', snapshot))

const anvil = <Value>(method: string, ...params: readonly unknown[]) =>
  local.client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: Value }>({ method, params })

/** Returns the router's own quote, asked without the server. */
const routerSays = async (amount: bigint, ...symbols: readonly string[]) => {
  const wire = createClient({ transport: http(local.chain.url) })
  const path = symbols.map((symbol): Address => plain(local.named(symbol)))
  const request = { address: local.market.router, abi: routerAbi, functionName: 'getAmountsOut' } as const
  return (await readContract(wire, { ...request, args: [amount, path] })).at(-1) ?? 0n
}

describe('[S7.6] a quote', () => {
  test('[S3.15 S9.11] has the amounts sold and bought, the minimum, the fee of 0.85 %, the price impact and the spender', async () => {
    const { feeRouter } = local.market
    const quoting = await openSwapClient({ local, database, swaps: { feeRouter } })
    const amount = parseUnits('1000', 6)
    const bought = await routerSays((amount * 9_915n) / 10_000n, 'DUSD', 'WETH')
    expect(await quoting.quote({ from: 'DUSD', to: 'ETH', amount })).toEqual({
      id: null,
      fromAmount: String(amount),
      fromAccount: local.named('DUSD'),
      toAmount: String(bought),
      toAccount: local.named('ETH'),
      minAmount: String((bought * 99n + 99n) / 100n),
      fee: { bps: 85, amount: '8500000' },
      priceImpactBps: 34, // 0.3 % is the pool's own fee
      target: `${local.chain.caipNetworkId}:${feeRouter}`,
      spender: `${local.chain.caipNetworkId}:${feeRouter}`,
    })
  })

  test.each([0, 1, 30, 85, 100])('[S9.11] has the fee of its contract, at any rate: %i bps', async (bps) => {
    const feeRouter: Address = '0x00000000000000000000000000000000000fee01'
    const functions = { 'router()': returns.words(BigInt(local.market.router)), 'feeBps()': returns.words(BigInt(bps)) }
    await placeContract({ url: local.chain.url, address: feeRouter, functions })
    const quoting = await openSwapClient({ local, database, swaps: { feeRouter } })
    const amount = parseUnits('1000', 6)
    const quote = await quoting.quote({ from: 'DUSD', to: 'ETH', amount })
    expect(quote?.fee).toEqual({ bps, amount: String((amount * BigInt(bps)) / 10_000n) })
    expect(quote?.toAmount).toBe(String(await routerSays((amount * BigInt(10_000 - bps)) / 10_000n, 'DUSD', 'WETH')))
  })

  test('without a fee says so, and gives more', async () => {
    const sale = { from: 'DUSD', to: 'ETH', amount: parseUnits('1000', 6) }
    const quote = await client.quote(sale)
    expect(quote?.fee).toEqual({ bps: 0, amount: '0' })
    expect(quote?.toAmount).toBe(String(await routerSays(sale.amount, 'DUSD', 'WETH')))
  })

  test('is of the way that gives most, which changes as others trade', async () => {
    const sale = { from: 'ETH', to: 'DUSD', amount: parseEther('1') }
    const direct = await routerSays(sale.amount, 'WETH', 'DUSD')
    expect((await client.quote(sale))?.toAmount).toBe(String(direct))
    await local.buyDollars({ ether: parseEther('100') })
    const around = await routerSays(sale.amount, 'WETH', 'FYR', 'DUSD')
    expect(around).toBeGreaterThan(await routerSays(sale.amount, 'WETH', 'DUSD'))
    expect((await client.quote(sale))?.toAmount).toBe(String(around))
  })

  test.each(['FYR', 'WBTC', 'STR'])('goes to %s by no more than what is configured', async (to) => {
    const alone = await openSwapClient({ local, database, swaps: { connectors: [] } })
    // Without connectors there is only the wrapped coin to go by: STR's one pool, with FYR, is too far away.
    const quote = await alone.quote({ from: 'DUSD', to, amount: 1_000_000n })
    expect(quote === undefined).toBe(to === 'STR')
  })

  test('isn’t given at an unacceptable price', async () => {
    const sale = { from: 'DUSD', to: 'ETH', amount: parseUnits('600000', 6) }
    const strict = await openSwapClient({ local, database, swaps: { connectors: [], mostPriceImpactBps: 1_000 } })
    expect(await strict.quote(sale)).toBeUndefined()
    const lax = await openSwapClient({ local, database, swaps: { connectors: [], mostPriceImpactBps: 3_000 } })
    // A fifth of the pool is added to it, so a sixth of the price is lost, and the pool's fee.
    expect((await lax.quote(sale))?.priceImpactBps).toBe(1_688)
  })

  test('isn’t given of a token that keeps a part of every transfer, for as long as that is known', async () => {
    const sale = { from: 'STR', to: 'FYR', amount: parseEther('1') }
    expect(await client.quote(sale)).toBeDefined()
    await local.ask({ symbol: 'STR', functionName: 'setTax', args: [100] })
    client.api.time += 10 * 60_000
    expect(await client.quote(sale)).toBeUndefined()
    expect(await client.quote({ from: 'ETH', to: 'STR', amount: 1_000_000n })).toBeUndefined()
    await local.ask({ symbol: 'STR', functionName: 'setTax', args: [0] })
    client.api.time += 10 * 60_000
    expect(await client.quote(sale)).toBeDefined()
  })

  test.each([
    { kind: 'an amount too small to give anything', from: 'FYR', to: 'WBTC', amount: 1n },
    { kind: 'more than all there is', from: 'DUSD', to: 'ETH', amount: 2n ** 256n - 1n },
    { kind: 'a token and itself', from: 'DUSD', to: 'DUSD', amount: 1_000_000n },
    { kind: 'the coin and itself', from: 'ETH', to: 'ETH', amount: 1_000_000n },
  ])('isn’t given of $kind', async ({ from, to, amount }) => {
    expect(await client.quote({ from, to, amount })).toBeUndefined()
  })

  test('isn’t given of a token that isn’t listed, of another network or of none', async () => {
    const quotes = async (from: string, to: string) => {
      const query = `amount=1000000&userAddress=${local.account}&from=${from}&to=${to}`
      const answer = await client.api.get(`/v1/convert/quotes?${common}&${query}`)
      return [answer.status, await answer.json()]
    }
    const pool = `${local.chain.caipNetworkId}:${local.market.pools[0]?.address}`
    const elsewhere = local.named('FYR').replace('31337', '1')
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111'
    for (const [from, to] of [
      [pool, local.named('DUSD')],
      [local.named('DUSD'), pool],
      [local.named('DUSD'), elsewhere],
      [elsewhere, elsewhere],
      [local.named('DUSD'), solana],
      [solana, solana],
    ] as const) {
      expect(await quotes(from, to)).toEqual([200, { quotes: [] }])
    }
  })

  test('[F28] leaves no address in the log', async () => {
    await client.quote({ from: 'DUSD', to: 'FYR', amount: 1_000_000n })
    await client.allowance('DUSD')
    expect(client.api.logged.join('').toLowerCase()).not.toMatch(/0x[0-9a-f]{40}/)
  })
})

describe('contracts that aren’t what configuration says', () => {
  const elsewhere: Address = '0x00000000000000000000000000000000000fee00'

  /** A contract that answers whatever it is asked with a number. */
  const answering = (value: Hex) =>
    anvil('anvil_setCode', elsewhere, `0x7f${value.slice(2).padStart(64, '0')}60005260206000f3`)

  test.each([
    { fault: 'no_router', answer: '0x0', swaps: () => ({ router: local.market.factory }) },
    { fault: 'no_fee_router', answer: '0x0', swaps: () => ({ feeRouter: local.market.router }) },
    { fault: 'fee_router_of_another', answer: '0x1', swaps: () => ({ feeRouter: elsewhere }) },
    { fault: 'fee_too_high', answer: null, swaps: () => ({ feeRouter: elsewhere }) },
  ] as const)('give no quote but an error, which the log explains: $fault', async ({ fault, answer, swaps }) => {
    await answering(answer ?? local.market.router)
    const { api } = await openSwapClient({ local, database, swaps: swaps() })
    const query = `amount=1000000&userAddress=${local.account}&from=${local.named('DUSD')}&to=${local.named('FYR')}`
    const reply = await api.get(`/v1/convert/quotes?${common}&${query}`)
    expect([reply.status, await reply.json()]).toMatchObject([503, { reasons: [{ name: 'from' }] }])
    expect(api.logged.join('')).toContain(`venue_${fault}`)
  })
})
