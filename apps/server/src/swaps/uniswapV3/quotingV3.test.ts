import type { Database } from '@foyer/service/db/database'
import { type Address, encodePacked, parseAbi, parseEther, parseUnits } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UniswapV3Swaps } from '../../chains/swapsConfig.js'
import { openTestDatabase } from '../../test/openApi.js'
import { type OpenMarket, openMarket } from '../test/openMarket.js'
import { common, openSwapClient, plain } from '../test/openSwapClient.js'

let local: OpenMarket
let database: Database
let venue: UniswapV3Swaps
beforeAll(async () => {
  ;[local, database] = await Promise.all([openMarket(), openTestDatabase()])
  venue = await local.deployV3()
})
afterAll(() => Promise.all([local?.stop(), database?.close()]))

// As if it changed nothing, so that it can be read.
const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) view returns (uint256 amountOut, uint160[] prices, uint32[] ticks, uint256 gas)',
])

/** Returns the quoter's own word on one pool, asked without the server. */
const quoterSays = async (fee: number, amount: bigint) => {
  const types = ['address', 'uint24', 'address'] as const
  const path = encodePacked(types, [local.market.weth, fee, plain(local.named('DUSD'))])
  const request = { address: venue.quoter, abi: quoterAbi, functionName: 'quoteExactInput' } as const
  return (await readContract(local.client, { ...request, args: [path, amount] }))[0]
}

describe('[S7.6] a quote of a Uniswap V3', () => {
  test.each([
    { ether: '0.01', fee: 500, kind: 'a little goes by the pool that takes less' },
    { ether: '5', fee: 3_000, kind: 'much by the deeper one' },
  ])('is of the way that gives most: $kind', async ({ ether, fee }) => {
    const client = await openSwapClient({ local, database, swaps: venue })
    const amount = parseEther(ether)
    const quote = await client.quote({ from: 'ETH', to: 'DUSD', amount })
    const best = await quoterSays(fee, amount)
    expect(best).toBeGreaterThan(await quoterSays(fee === 500 ? 3_000 : 500, amount))
    expect(quote).toMatchObject({ toAmount: String(best), fee: { bps: 0, amount: '0' }, spender: null })
    expect(plain(quote?.target ?? '')).toBe(venue.router)
  })

  test('isn’t given at an unacceptable price, nor of a token that no pool has', async () => {
    const sale = { from: 'DUSD', to: 'ETH', amount: parseUnits('600000', 6) }
    const client = await openSwapClient({ local, database, swaps: venue })
    expect(await client.quote(sale)).toBeUndefined()
    expect(await client.quote({ from: 'STR', to: 'ETH', amount: parseEther('1') })).toBeUndefined()
    const lax = await openSwapClient({ local, database, swaps: { ...venue, mostPriceImpactBps: 3_000 } })
    // A fifth of the pool is added to it, so a sixth of the price is lost, and the pool's fee.
    expect((await lax.quote(sale))?.priceImpactBps).toBe(1_688)
  })

  test.each([
    { fault: 'no_router', wrong: () => ({ router: local.market.factory }) },
    { fault: 'no_quoter', wrong: () => ({ quoter: local.market.factory }) },
    { fault: 'quoter_of_another', wrong: async () => ({ quoter: (await local.deployV3()).quoter }) },
  ])('is an error, which the log explains, where the contracts are others: $fault', async ({ fault, wrong }) => {
    const swaps: UniswapV3Swaps = { ...venue, ...((await wrong()) satisfies { router?: Address; quoter?: Address }) }
    const { api } = await openSwapClient({ local, database, swaps })
    const query = `amount=1000000&userAddress=${local.account}&from=${local.named('DUSD')}&to=${local.named('FYR')}`
    expect((await api.get(`/v1/convert/quotes?${common}&${query}`)).status).toBe(503)
    expect(api.logged.join('')).toContain(`venue_${fault}`)
  })
})

test('[S7.11] [F27] a swap for the own coin delivers the least in that coin, or reverts', async () => {
  const client = await openSwapClient({ local, database, swaps: venue })
  const sale = { from: 'DUSD', to: 'ETH', amount: parseUnits('3000', 6) }
  await client.swap({ ...sale, amount: 1_000_000n })
  await local.ask({ symbol: 'DUSD', functionName: 'approve', args: [venue.router, 2n * sale.amount] })
  const tight = await client.transaction(sale)
  // Another account sells as many dollars first, and so takes the price.
  const other = await client.transaction({ ...sale, amount: parseUnits('60000', 6), disableEstimate: true })
  await local.ask({ symbol: 'DUSD', functionName: 'approve', args: [venue.router, parseUnits('63000', 6)] })
  const send = ({ to, data, eip155 }: typeof tight) =>
    local.send({ to: plain(to), data: `0x${data.slice(2)}`, gas: BigInt(eip155.gas) })
  expect((await send(other)).status).toBe('success')
  const before = await local.held('ETH')
  const { status, gasUsed, effectiveGasPrice } = await send(tight)
  expect(status).toBe('reverted')
  expect(before - (await local.held('ETH'))).toBe(gasUsed * effectiveGasPrice)
})
