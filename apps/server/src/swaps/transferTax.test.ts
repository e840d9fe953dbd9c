import { patientClock } from '@foyer/service-testing/patientClock'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../chains/chains.js'
import { createChains } from '../chains/createChains.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { type OpenMarket, openMarket } from './test/openMarket.js'
import { plain } from './test/openSwapClient.js'
import { createTransferTaxes, type TransferTaxes } from './transferTax.js'

const { signal } = new AbortController()

let local: OpenMarket
let chain: Chain
let taxes: TransferTaxes
let time: number
let asked: number
beforeAll(async () => {
  local = await openMarket()
  const config = local.config()
  const chains = createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock })
  const { request, ...rest } = chains.get(config.id)
  chain = {
    ...rest,
    request: (question) => {
      asked += 1
      return request(question)
    },
  }
})
afterAll(() => local?.stop())
beforeEach(async () => {
  time = 0
  asked = 0
  taxes = createTransferTaxes({ chain, now: () => time })
  await local.ask({ symbol: 'STR', functionName: 'setTax', args: [0] })
})

/** The pool that holds most of a token, by the local market's list. */
const poolOf = (one: string, other: string): Address =>
  local.market.pools.find(({ symbols }) => symbols.join() === [one, other].join())?.address ?? local.strangePool
const isTaxed = (from: string, to: string, pool: Address, by = taxes) => {
  const path = [plain(local.named(from)), plain(local.named(to))]
  return by.isTaxed({ path, pools: [{ address: pool, reserveIn: 1n, reserveOut: 1n }], signal })
}

describe('a token', () => {
  test.each([
    ['WETH', 'DUSD'],
    ['FYR', 'DUSD'],
    ['WBTC', 'WETH'],
  ])('that arrives whole isn’t taxed: %s, %s', async (from, to) => {
    expect(await isTaxed(from, to, poolOf(from, to))).toBe(false)
  })

  test.each([1, 100, 10_000])('that keeps %i basis points is', async (bps) => {
    await local.ask({ symbol: 'STR', functionName: 'setTax', args: [bps] })
    expect(await isTaxed('STR', 'FYR', poolOf('STR', 'FYR'))).toBe(true)
    expect(await isTaxed('FYR', 'STR', poolOf('STR', 'FYR'))).toBe(true)
  })

  test('that can’t be transferred is as bad', async () => {
    const refusing: Address = '0x000000000000000000000000000000000000bad0'
    await local.client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: unknown }>({
      method: 'anvil_setCode',
      params: [refusing, '0xfe'],
    })
    await local.ask({ symbol: 'STR', functionName: 'setCall', args: [refusing, '0x' satisfies Hex] })
    expect(await isTaxed('STR', 'FYR', poolOf('STR', 'FYR'))).toBe(true)
    const zero: Address = '0x0000000000000000000000000000000000000000'
    await local.ask({ symbol: 'STR', functionName: 'setCall', args: [zero, '0x'] })
  })
})

test('what was found is known for ten minutes and asked again then', async () => {
  const pool = poolOf('STR', 'FYR')
  expect(await isTaxed('STR', 'FYR', pool)).toBe(false)
  const first = asked
  await local.ask({ symbol: 'STR', functionName: 'setTax', args: [100] })
  time = 10 * 60_000 - 1
  expect([await isTaxed('STR', 'FYR', pool), asked]).toEqual([false, first])
  time += 1
  expect(await isTaxed('STR', 'FYR', pool)).toBe(true)
  expect(asked).toBeGreaterThan(first)
})

test('a node that can’t try transfers is believed, as the contracts enforce the minimum', async () => {
  await local.ask({ symbol: 'STR', functionName: 'setTax', args: [100] })
  const plainNode: Chain = {
    ...chain,
    request: async ({ calls }) => calls.map(() => ({ error: { code: -32601, message: 'no such method' } })),
  }
  const unable = createTransferTaxes({ chain: plainNode, now: () => time })
  expect(await isTaxed('STR', 'FYR', poolOf('STR', 'FYR'), unable)).toBe(false)
})

test.each([-32005, 429, -32002])(
  'a rate-limited answer (%i) says nothing of a token, so that nothing is remembered',
  async (code) => {
    const pool = poolOf('STR', 'FYR')
    let left = 1
    const busy: Chain = {
      ...chain,
      request: async (question) =>
        left-- > 0 ? chain.request(question) : question.calls.map(() => ({ error: { code, message: 'slow down' } })),
    }
    const patient = createTransferTaxes({ chain: busy, now: () => time })
    await expect(isTaxed('STR', 'STR', pool, patient)).rejects.toThrow(UpstreamError)
    left = Number.POSITIVE_INFINITY
    expect(await isTaxed('STR', 'STR', pool, patient)).toBe(false)
  },
)
