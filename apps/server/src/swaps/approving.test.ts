import type { Database } from '@foyer/service/db/database'
import { decodeFunctionData, erc20Abi, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demo, openTestDatabase } from '../test/openApi.js'
import { type OpenMarket, openMarket } from './test/openMarket.js'
import { common, openSwapClient, plain, type SwapClient } from './test/openSwapClient.js'

let local: OpenMarket
let database: Database
let client: SwapClient
beforeAll(async () => {
  ;[local, database] = await Promise.all([openMarket(), openTestDatabase()])
})
afterAll(() => Promise.all([local?.stop(), database?.close()]))
beforeEach(async () => {
  client = await openSwapClient({ local, database })
})

const approved = ({ data }: { data: string }) => decodeFunctionData({ abi: erc20Abi, data: `0x${data.slice(2)}` }).args
const pathOf = (from: string, to: string, user = local.user, query = common) =>
  `/v1/convert/build-approve?${query}&userAddress=${user}&from=${local.named(from)}&to=${local.named(to)}`
const refused = async (path: string) => {
  const answer = await client.api.get(path)
  return [answer.status, await answer.json()]
}

describe('[S7.12] [F27] an approval', () => {
  test('is of exactly what was last quoted, for the contract that swaps, and goes to the token whichever name is read', async () => {
    await client.quote({ from: 'DUSD', to: 'FYR', amount: 1_000_001n })
    await client.quote({ from: 'DUSD', to: 'WBTC', amount: 5_000_000n })
    await client.quote({ from: 'DUSD', to: 'FYR', amount: 2_000_002n })
    const tx = await client.approval({ from: 'DUSD', to: 'FYR' })
    expect(approved(tx)).toEqual([local.market.router, 2_000_002n])
    expect([tx.from, tx.to, tx.value]).toEqual([local.named('DUSD'), local.named('DUSD'), '0'])
    expect(approved(await client.approval({ from: 'DUSD', to: 'WBTC' }))).toEqual([local.market.router, 5_000_000n])
  })

  test('is of what a client says, where it says it', async () => {
    const { feeRouter } = local.market
    const other = await openSwapClient({ local, database, swaps: { feeRouter } })
    const tx = await other.approval({ from: 'DUSD', to: 'FYR', amount: 7n })
    expect(approved(tx)).toEqual([feeRouter, 7n])
  })

  test('is never unlimited for want of a quote: without a quote, of another account, project or way, it is refused', async () => {
    const bob = local.user.replace(local.account, '0x90F79bf6EB2c4f870365E785982E1f101E93b906')
    await client.quote({ from: 'FYR', to: 'WBTC', amount: parseEther('3') })
    const [status, body] = await refused(pathOf('WBTC', 'FYR'))
    expect([status, body]).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
    expect(await refused(pathOf('FYR', 'DUSD'))).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
    expect(await refused(pathOf('FYR', 'WBTC', bob))).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
    await client.api.services.projects.seed([{ ...demo, id: 'another' }])
    const another = pathOf('FYR', 'WBTC', local.user, 'projectId=another')
    expect(await refused(another)).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
    expect((await client.api.get(pathOf('FYR', 'WBTC'))).status).toBe(200)
  })

  test('is of what the same client asked: another client that asks for the same account doesn’t change it', async () => {
    await client.quote({ from: 'DUSD', to: 'FYR', amount: 2_000_002n })
    const elsewhere = await openSwapClient({ local, database, remoteAddress: '203.0.113.78' })
    client.api.time += 1
    elsewhere.api.time = client.api.time
    await elsewhere.quote({ from: 'DUSD', to: 'FYR', amount: parseUnits('500', 6) })
    expect(approved(await client.approval({ from: 'DUSD', to: 'FYR' }))).toEqual([local.market.router, 2_000_002n])
    await client.quote({ from: 'WETH', to: 'DUSD', amount: 1_000_000n })
    client.api.time += 1
    elsewhere.api.time = client.api.time
    await elsewhere.quote({ from: 'WETH', to: 'ETH', amount: 1_000_000n })
    expect(await client.allowance('WETH')).toBe(0n)
  })

  test('is refused when the quote is half an hour old', async () => {
    await client.quote({ from: 'FYR', to: 'DUSD', amount: parseEther('3') })
    client.api.time += 30 * 60_000 - 1
    expect((await client.api.get(pathOf('FYR', 'DUSD'))).status).toBe(200)
    client.api.time += 1
    expect(await refused(pathOf('FYR', 'DUSD'))).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
  })

  test('isn’t built where none is needed', async () => {
    expect(await refused(pathOf('ETH', 'DUSD'))).toMatchObject([400, { reasons: [{ name: 'from' }] }])
    expect(await refused(pathOf('WETH', 'ETH'))).toMatchObject([400, { reasons: [{ name: 'from' }] }])
  })

  test('isn’t built for what is no token here', async () => {
    const other = `${local.chain.caipNetworkId}:0x00000000000000000000000000000000deadbeef`
    const path = `/v1/convert/build-approve?${common}&userAddress=${local.user}&from=${other}&to=${local.named('DUSD')}&amount=1`
    expect(await refused(path)).toMatchObject([400, { reasons: [{ name: 'to' }] }])
  })

  test('of a token that changes it only by way of zero takes the old one back first', async () => {
    await local.ask({ symbol: 'STR', functionName: 'setResetsFirst', args: [true] })
    await local.ask({ symbol: 'STR', functionName: 'approve', args: [local.market.router, 5n] })
    const amount = parseEther('2')
    await client.quote({ from: 'STR', to: 'FYR', amount })
    expect(approved(await client.approval({ from: 'STR', to: 'FYR' }))).toEqual([local.market.router, 0n])
    const { receipt, approvals } = await client.swap({ from: 'STR', to: 'FYR', amount })
    expect([receipt.status, approvals, await local.allowed({ symbol: 'STR', spender: local.market.router })]).toEqual([
      'success',
      2,
      0n,
    ])
  })
})

describe('[S7.9] an allowance', () => {
  test('is what the contract that swaps may take, and of the own coin everything', async () => {
    await local.ask({ symbol: 'WBTC', functionName: 'approve', args: [local.market.router, parseUnits('0.25', 8)] })
    expect(await client.allowance('WBTC')).toBe(25_000_000n)
    expect(await client.allowance('ETH')).toBe(maxUint256)
    const { feeRouter } = local.market
    expect(await (await openSwapClient({ local, database, swaps: { feeRouter } })).allowance('WBTC')).toBe(0n)
  })

  test('of the wrapped coin is everything while it is to be unwrapped, and no longer', async () => {
    await client.quote({ from: 'WETH', to: 'ETH', amount: 1_000_000n })
    expect(await client.allowance('WETH')).toBe(maxUint256)
    client.api.time += 1
    await client.quote({ from: 'WETH', to: 'DUSD', amount: parseEther('1') })
    expect(await client.allowance('WETH')).toBe(0n)
    client.api.time += 1
    await client.quote({ from: 'WETH', to: 'ETH', amount: 1_000_000n })
    client.api.time += 30 * 60_000
    expect(await client.allowance('WETH')).toBe(0n)
  })

  test('is 0 of what is no contract', async () => {
    const token = `${local.chain.caipNetworkId}:0x00000000000000000000000000000000deadbeef`
    const answer = await client.api.get(
      `/v1/convert/allowance?${common}&tokenAddress=${token}&userAddress=${local.user}`,
    )
    expect(await answer.json()).toEqual({ allowance: '0' })
  })
})

test('old asks are forgotten as new ones come, and none says who asked', async () => {
  const { swapAsks } = await import('../db/schema/index.js')
  await client.quote({ from: 'DUSD', to: 'FYR', amount: 1_000_000n })
  client.api.time += 31 * 60_000
  await client.quote({ from: 'FYR', to: 'DUSD', amount: parseEther('1') })
  const rows = await database.orm.select().from(swapAsks)
  expect(rows.filter(({ askedAt }) => askedAt.getTime() < client.api.time - 30 * 60_000)).toEqual([])
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(plain(local.user).slice(2).toLowerCase())
})
