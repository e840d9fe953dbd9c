import { swapNetworks } from '@foyer/core/wire'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ChainsConfig } from './chainsConfig.js'
import { SwapsConfig } from './swapsConfig.js'

const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const upstreams = ['https://node.example']

test('[S9.15] swaps can be configured on each of the 12 networks, by no more than a router', () => {
  const chains = v.parse(
    ChainsConfig,
    swapNetworks.map((id) => ({
      id,
      name: id,
      nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
      upstreams,
      swaps: { router },
    })),
  )
  const references = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554]
  expect(chains.map(({ id }) => id).sort()).toEqual(references.map((reference) => `eip155:${reference}`).sort())
  for (const { swaps } of chains) {
    expect(swaps).toEqual({ venue: 'uniswap-v2', router, connectors: [], mostPriceImpactBps: 1_500 })
  }
})

test('a Uniswap V3 needs its quoter too', () => {
  const said = { venue: 'uniswap-v3', router, quoter: router }
  expect(v.parse(SwapsConfig, said)).toEqual({ ...said, connectors: [], mostPriceImpactBps: 1_500 })
  expect(v.is(SwapsConfig, { venue: 'uniswap-v3', router })).toBe(false)
  expect(v.is(SwapsConfig, { ...said, feeRouter: router })).toBe(false)
})

test('0x needs a key', () => {
  expect(v.parse(SwapsConfig, { venue: '0x', apiKey: 'key' })).toMatchObject({ feeBps: 85, mostPriceImpactBps: 1_500 })
  expect(v.is(SwapsConfig, { venue: '0x' })).toBe(false)
  expect(v.is(SwapsConfig, { venue: '0x', apiKey: 'key', router })).toBe(false)
})

describe('what is wrong is said', () => {
  const base = { id: 'eip155:1', name: 'One', nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 }, upstreams }
  test.each([
    { place: '0.swaps.router', swaps: {} },
    { place: '0.swaps.router', swaps: { router: '0x1234' } },
    { place: '0.swaps.router', swaps: { router: router.replace('B', 'b') } },
    { place: '0.swaps.feeRouter', swaps: { router, feeRouter: 'mine' } },
    { place: '0.swaps.connectors', swaps: { router, connectors: Array(6).fill(router) } },
    { place: '0.swaps.mostPriceImpactBps', swaps: { router, mostPriceImpactBps: 10_000 } },
    { place: '0.swaps.venue', swaps: { router, venue: 'sushi' } },
    { place: '0.swaps.fee', swaps: { router, fee: 85 } },
  ])('$place', ({ place, swaps }) => {
    const { issues } = v.safeParse(ChainsConfig, [{ ...base, swaps }])
    expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([place])
  })
})
