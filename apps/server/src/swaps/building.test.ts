import type { Database } from '@foyer/service/db/database'
import { decodeFunctionData, type Hex, parseEther } from 'viem'
import { getBlock } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { type OpenMarket, openMarket } from './test/openMarket.js'
import { openSwapClient, plain, type SwapClient } from './test/openSwapClient.js'
import { feeRouterAbi, routerAbi } from './uniswapV2/market.js'

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

const sale = { from: 'ETH', to: 'DUSD', amount: parseEther('1') }
const post = (body: Readonly<Record<string, unknown>>) =>
  client.api.post('/v1/convert/build-transaction', {
    amount: String(sale.amount),
    eip155: { slippage: 1 },
    projectId: 'demo',
    from: local.named('ETH'),
    to: local.named('DUSD'),
    userAddress: local.user,
    disableEstimate: true,
    ...body,
  })
type Built = Awaited<ReturnType<SwapClient['transaction']>>
const send = ({ to, data, amount, eip155 }: Built) =>
  local.send({
    to: plain(to),
    data: `0x${data.slice(2)}`,
    value: BigInt(amount),
    gas: BigInt(eip155.gas),
    gasPrice: BigInt(eip155.gasPrice),
  })
/** Decodes the terms in the calldata itself, which is what a wallet signs. */
function termsOf({ data }: Built) {
  const { args } = decodeFunctionData({ abi: routerAbi, data: `0x${data.slice(2)}` })
  const [least, path, account, deadline] = args ?? []
  return { least, path, account, deadline }
}

describe('[S7.11] a transaction', () => {
  test('carries what the account asked for and nothing else', async () => {
    const tx = await client.transaction(sale)
    expect(tx).toMatchObject({ from: local.user, amount: String(sale.amount) })
    const quote = (await client.quote(sale)) ?? expect.fail()
    expect(termsOf(tx)).toMatchObject({
      least: BigInt(quote.minAmount ?? 0),
      path: [local.market.weth, plain(local.named('DUSD'))],
      account: local.account,
    })
  })

  test('of the fee router pays its sender: it names no recipient that could be another', async () => {
    const { feeRouter } = local.market
    const { data } = await (await openSwapClient({ local, database, swaps: { feeRouter } })).transaction(sale)
    const { args } = decodeFunctionData({ abi: feeRouterAbi, data: `0x${data.slice(2)}` })
    expect(JSON.stringify(args, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      local.account,
    )
  })

  test.each([
    { slippage: 0, kept: 10_000n },
    { slippage: 0.5, kept: 9_950n },
    { slippage: 1, kept: 9_900n },
    { slippage: 50, kept: 5_000n },
  ])('[F27] leaves a slippage of $slippage %, rounded in favour of the account', async ({ slippage, kept }) => {
    const quote = (await client.quote(sale)) ?? expect.fail()
    const tx = await client.transaction({ ...sale, slippage })
    const least = (BigInt(quote.toAmount) * kept + 9_999n) / 10_000n
    expect([termsOf(tx).least, tx.minAmount]).toEqual([least, String(least)])
  })

  test('[S9.10] has a slippage of 1 % by default', async () => {
    const answer = await post({ eip155: undefined })
    const { minAmount } = await client.transaction({ ...sale, slippage: 1 })
    expect(await answer.json()).toMatchObject({ tx: { minAmount } })
    expect(await client.transaction(sale)).toMatchObject({ minAmount })
  })

  test('[F27] reverts rather than deliver less', async () => {
    const tight = await client.transaction(sale)
    const loose = await client.transaction({ ...sale, slippage: 10 })
    await local.buyDollars({ ether: parseEther('15') }) // some 3 % of the price
    expect((await send(tight)).status).toBe('reverted')
    const before = await local.held('DUSD')
    expect((await send(loose)).status).toBe('success')
    expect((await local.held('DUSD')) - before).toBeGreaterThanOrEqual(BigInt(loose.minAmount ?? expect.fail()))
  })

  test('[F27] isn’t built when it can’t give any more what was promised, and gives at least that when it can', async () => {
    const quote = (await client.quote(sale)) ?? expect.fail()
    const between = String(BigInt(quote.toAmount) - 1n)
    expect((await client.transaction({ ...sale, minAmount: between })).minAmount).toBe(between)
    await local.buyDollars({ ether: parseEther('15') })
    const answer = await post({ minAmount: quote.toAmount })
    expect([answer.status, await answer.json()]).toMatchObject([409, { reasons: [{ name: 'minAmount' }] }])
  })

  test('may wait for 20 minutes of the network’s time, and not a second longer', async () => {
    const tx = await client.transaction(sale)
    const { timestamp } = await getBlock(local.client)
    expect(termsOf(tx).deadline).toBe(timestamp + 1_200n)
    await anvil('evm_setNextBlockTimestamp', Number(timestamp) + 1_201)
    expect((await send(tx)).status).toBe('reverted')
  })

  test('waits by the server’s clock on a network that stood still: its next block is of now', async () => {
    const { timestamp } = await getBlock(local.client)
    client.api.time = (Number(timestamp) + 86_400) * 1000
    expect(termsOf(await client.transaction(sale)).deadline).toBe(timestamp + 86_400n + 1_200n)
  })

  test('that would fail is refused where it is estimated, and built where it isn’t', async () => {
    const tokens = { from: local.named('DUSD'), to: local.named('FYR'), amount: '1000000' }
    const answer = await post({ ...tokens, disableEstimate: false })
    expect([answer.status, await answer.json()]).toMatchObject([400, { reasons: [{ name: 'userAddress' }] }])
    expect((await post(tokens)).status).toBe(200)
  })

  test('has a gas limit that grows with every hop', async () => {
    const gas = async (to: string) =>
      Number((await client.transaction({ ...sale, to, disableEstimate: true })).eip155.gas)
    expect([await gas('DUSD'), await gas('STR')]).toEqual([280_000, 410_000])
  })
})

describe('the own coin and its wrapped form', () => {
  test.each([true, false])(
    'are one for one, without fee or approval, as any client does it; gas given: %s',
    async (disableEstimate) => {
      const { feeRouter, weth } = local.market
      const withFee = await openSwapClient({ local, database, swaps: { feeRouter } })
      const amount = 12_345_678_901_234_567n
      for (const [from, to] of [
        ['ETH', 'WETH'],
        ['WETH', 'ETH'],
      ] as const) {
        const { quote, tx, receipt, received, approvals } = await withFee.swap({ from, to, amount, disableEstimate })
        expect(quote).toMatchObject({
          toAmount: String(amount),
          minAmount: String(amount),
          fee: { bps: 0, amount: '0' },
          spender: null,
        })
        expect([receipt.status, received, approvals, plain(tx.to)]).toEqual(['success', amount, 0, weth])
      }
    },
  )
})
