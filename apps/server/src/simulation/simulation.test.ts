import type { Clock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { handClock } from '@foyer/service-testing/handClock'
import {
  deployMarket,
  deployNfts,
  deployStrangeToken,
  deployUniswapV3,
  devAccounts,
  type LocalNfts,
  localEditionsAbi,
  localNftAbi,
  type Market,
  type StartedChain,
  sendUnlocked,
  startChain,
  type UniswapV3,
} from '@foyer/stack'
import { type Address, type Client, createClient, encodeFunctionData, erc20Abi, http, maxUint256, parseAbi } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type FakeNode, json, passOn, silence, startFakeNode } from '../chains/test/fakeNode.js'
import { openTestDatabase } from '../test/openApi.js'
import { type Call, known, lacking, simulating as simulatingOn } from './test/simulating.js'

const me: Address = devAccounts[3]?.address ?? expect.fail()
const person: Address = devAccounts[4]?.address ?? expect.fail()

let database: Database
let chain: StartedChain
let client: Client
let market: Market
let nfts: LocalNfts
let exchange: UniswapV3
let taxed: Address
let node: FakeNode | undefined
beforeAll(async () => {
  database = await openTestDatabase()
  chain = await startChain({ id: 31337 })
  client = createClient({ transport: http(chain.url) })
  market = await deployMarket({ url: chain.url })
  nfts = await deployNfts({ url: chain.url })
  exchange = await deployUniswapV3({ url: chain.url, market })
  taxed = await deployStrangeToken({ url: chain.url })
  const strange = parseAbi(['function mint(address to, uint256 amount)', 'function setTax(uint256 bps)'])
  await send({ to: taxed, data: encodeFunctionData({ abi: strange, functionName: 'mint', args: [me, 1_000n] }) })
  await send({ to: taxed, data: encodeFunctionData({ abi: strange, functionName: 'setTax', args: [200n] }) })
  await send({ to: nfts.nft, data: encodeFunctionData({ abi: localNftAbi, functionName: 'mint', args: [me, 7n, ''] }) })
  const editions = [me, [1n, 2n], [5n, 6n]] as const
  await send({
    to: nfts.editions,
    data: encodeFunctionData({ abi: localEditionsAbi, functionName: 'mintBatch', args: editions }),
  })
})
afterAll(() => Promise.all([chain?.stop(), database?.close()]))
afterEach(async () => {
  await node?.stop()
  node = undefined
})

/** Really. @returns what it took of the coin beside what was sent */
async function send({ to, data = '0x', value = 0n }: Call): Promise<bigint> {
  const { gasUsed, effectiveGasPrice } = await sendUnlocked({ client, transaction: { from: me, to, data, value } })
  return gasUsed * effectiveGasPrice
}

const simulating = (url: string, clock?: Clock) =>
  simulatingOn({ orm: database.orm, chain, account: me, tokens: market.tokens, url, clock })

const tokenOf = (symbol: string): Address =>
  market.tokens.find((token) => token.symbol === symbol)?.address ?? expect.fail(symbol)
const held = (token: Address): Promise<bigint> =>
  readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [me] })
const of = (token: Address, spender: Address): Promise<bigint> =>
  readContract(client, { address: token, abi: erc20Abi, functionName: 'allowance', args: [me, spender] })
const erc20 = (functionName: 'transfer' | 'approve', to: Address, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] })

const abi = parseAbi([
  'function swapExactTokensForTokens(uint256 give, uint256 get, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 get, address[] path, address to, uint256 deadline)',
  'function deposit()',
  'struct OneIn { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(OneIn swap)',
  'function unwrapWETH9(uint256 least, address recipient)',
  'function multicall(bytes[] calls)',
])

/** The real movements: each case runs on the chain after it was simulated. */
const cases: readonly {
  readonly name: string
  readonly tokens: readonly string[]
  readonly calls: () => readonly Call[]
}[] = [
  { name: '1: the coin', tokens: [], calls: () => [{ to: person, value: 1_500_000_000_000_000_000n }] },
  {
    name: '2: a token',
    tokens: ['DUSD'],
    calls: () => [{ to: tokenOf('DUSD'), data: erc20('transfer', person, 25_000_000n) }],
  },
  {
    name: '10, 20: an exchange with its approval',
    tokens: ['DUSD', 'WETH'],
    calls: () => {
      const args = [100_000_000n, 1n, [tokenOf('DUSD'), tokenOf('WETH')], me, maxUint256] as const
      const swap = encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args })
      return [
        { to: tokenOf('DUSD'), data: erc20('approve', market.router, 100_000_000n) },
        { to: market.router, data: swap },
      ]
    },
  },
  {
    name: '3: a token to its own contract',
    tokens: ['DUSD'],
    calls: () => [{ to: tokenOf('DUSD'), data: erc20('transfer', tokenOf('DUSD'), 3_000_000n) }],
  },
  {
    name: '11: an exchange for somebody else',
    tokens: ['DUSD'],
    calls: () => {
      const args = [100_000_000n, 1n, [tokenOf('DUSD'), tokenOf('WETH')], person, maxUint256] as const
      const swap = encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args })
      return [
        { to: tokenOf('DUSD'), data: erc20('approve', market.router, 100_000_000n) },
        { to: market.router, data: swap },
      ]
    },
  },
  {
    name: 'an exchange of the coin',
    tokens: ['DUSD'],
    calls: () => {
      const args = [1n, [tokenOf('WETH'), tokenOf('DUSD')], me, maxUint256] as const
      return [
        {
          to: market.router,
          value: 10n ** 17n,
          data: encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args }),
        },
      ]
    },
  },
  {
    name: '12: several calls of a router in one, for the coin',
    tokens: ['DUSD'],
    calls: () => {
      const swap = {
        ...{
          tokenIn: tokenOf('DUSD'),
          tokenOut: tokenOf('WETH'),
          fee: 3_000,
          amountIn: 50_000_000n,
          amountOutMinimum: 1n,
        },
        ...{ recipient: '0x0000000000000000000000000000000000000002' as const, sqrtPriceLimitX96: 0n },
      }
      const parts = [
        encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [swap] }),
        encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [1n, me] }),
      ]
      return [
        { to: tokenOf('DUSD'), data: erc20('approve', exchange.router, 50_000_000n) },
        { to: exchange.router, data: encodeFunctionData({ abi, functionName: 'multicall', args: [parts] }) },
      ]
    },
  },
  {
    name: 'the coin in its token’s form',
    tokens: ['WETH'],
    calls: () => [{ to: tokenOf('WETH'), value: 7n, data: encodeFunctionData({ abi, functionName: 'deposit' }) }],
  },
]

describe.each([
  { by: 'eth_simulateV1', answer: () => passOn(() => chain.url) },
  { by: 'eth_call', answer: () => lacking(() => chain, 'eth_simulateV1') },
] as const)('by $by', ({ by, answer }) => {
  test.each(cases)('$name: what is simulated is what then happens, to the last unit', async ({ tokens, calls }) => {
    node = await startFakeNode(answer())
    const simulation = known(await simulating(node.url)(calls()))
    expect(simulation).toMatchObject({ by, block: expect.any(Number) })
    expect(simulation.failed).toBeUndefined()
    const before = {
      coin: await getBalance(client, { address: me }),
      tokens: await Promise.all(tokens.map((each) => held(tokenOf(each)))),
    }
    let fees = 0n
    for (const call of calls()) fees += await send(call)
    const coin = (await getBalance(client, { address: me })) - before.coin + fees
    const real = await Promise.all(
      tokens.map(
        async (symbol, index) =>
          [tokenOf(symbol), String((await held(tokenOf(symbol))) - (before.tokens[index] ?? 0n))] as const,
      ),
    )
    const said = simulation.changes.map((change) => [change.kind === 'coin' ? 'coin' : change.contract, change.amount])
    expect(new Map(said.map(([what, amount]) => [what, amount]))).toEqual(
      new Map([...(coin === 0n ? [] : [['coin', String(coin)] as const]), ...real]),
    )
  })

  test('4, 5: an allowance before and afterwards, and what uses it up', async () => {
    node = await startFakeNode(answer())
    const dusd = tokenOf('DUSD')
    await send({ to: dusd, data: erc20('approve', market.router, 40n) })
    const simulate = simulating(node.url)
    const simulation = known(await simulate([{ to: dusd, data: erc20('approve', market.router, 100n) }]))
    const token = { contract: dusd, symbol: 'DUSD', decimals: 6, isListed: true }
    expect(simulation).toMatchObject({
      changes: [],
      allowances: [{ kind: 'token', ...token, spender: market.router, before: '40', after: '100' }],
    })
    expect(await of(dusd, market.router)).toBe(40n)
  })

  test('a call that fails is named with its reason; what stood before it stands, unless all is one', async () => {
    node = await startFakeNode(answer())
    const calls: readonly Call[] = [
      { to: person, value: 5n },
      { to: tokenOf('DUSD'), data: erc20('transfer', person, maxUint256) },
      { to: person, value: 7n },
    ]
    const simulate = simulating(node.url)
    const stands = known(await simulate(calls))
    expect(stands).toMatchObject({ failed: { index: 1 }, changes: [{ kind: 'coin', amount: '-5' }] })
    expect(known(await simulate(calls, { atomic: true }))).toMatchObject({ failed: { index: 1 }, changes: [] })
  })
})

describe('by eth_simulateV1 alone', () => {
  test('3, 8, 9: NFTs, editions and a whole collection, and a token that keeps a part of what is sent', async () => {
    const simulate = simulating(chain.url)
    const nft = encodeFunctionData({ abi: localNftAbi, functionName: 'transferFrom', args: [me, person, 7n] })
    expect(known(await simulate([{ to: nfts.nft, data: nft }])).changes).toEqual([
      { kind: 'nft', contract: nfts.nft, tokenId: '7', amount: '-1', isListed: false },
    ])
    const args = [me, person, [1n, 2n], [2n, 6n], '0x'] as const
    const several = encodeFunctionData({ abi: localEditionsAbi, functionName: 'safeBatchTransferFrom', args })
    expect(known(await simulate([{ to: nfts.editions, data: several }])).changes).toEqual([
      { kind: 'nft', contract: nfts.editions, tokenId: '1', amount: '-2', isListed: false },
      { kind: 'nft', contract: nfts.editions, tokenId: '2', amount: '-6', isListed: false },
    ])
    const owned = () =>
      Promise.all(
        [1n, 2n].map((id) =>
          readContract(client, {
            ...{ address: nfts.editions, abi: localEditionsAbi, functionName: 'balanceOf', args: [me, id] },
          }),
        ),
      )
    const [first = 0n, second = 0n] = await owned()
    await send({ to: nfts.editions, data: several })
    expect(await owned()).toEqual([first - 2n, second - 6n])
    const all = encodeFunctionData({ abi: localNftAbi, functionName: 'setApprovalForAll', args: [market.router, true] })
    expect(known(await simulate([{ to: nfts.nft, data: all }])).allowances).toEqual([
      { kind: 'collection', contract: nfts.nft, spender: market.router, before: false, after: true, isListed: false },
    ])
    // A fiftieth is kept of what is sent.
    const away = known(await simulate([{ to: taxed, data: erc20('transfer', person, 100n) }]))
    const words = { symbol: 'STR', decimals: 18, isListed: false }
    expect(away.changes).toEqual([{ kind: 'token', contract: taxed, amount: '-100', ...words }])
    expect(away.received).toEqual([{ address: person, contract: taxed, amount: '98', ...words }])
    // Of what is sent to oneself too.
    const sent = known(await simulate([{ to: taxed, data: erc20('transfer', me, 100n) }]))
    expect(sent.changes).toEqual([
      { kind: 'token', contract: taxed, amount: '-2', symbol: 'STR', decimals: 18, isListed: false },
    ])
    const before = await held(taxed)
    await send({ to: taxed, data: erc20('transfer', me, 100n) })
    expect((await held(taxed)) - before).toBe(-2n)
  })
})

describe('a node that is no witness', () => {
  const ask = async (answer: Answer, clock?: Clock) => {
    node = await startFakeNode(answer)
    return simulating(node.url, clock)([{ to: person, value: 5n }])
  }
  const answering =
    (simulated: (count: number) => unknown): Answer =>
    (request) => {
      const { method, id, params } = Object(request.body)
      if (method !== 'eth_simulateV1') return passOn(() => chain.url)(request)
      json({ body: { jsonrpc: '2.0', id, result: simulated(params[0].blockStateCalls[0].calls.length) } })(request)
    }
  const done = { status: '0x1', returnData: '0x', gasUsed: '0x5208', logs: [] }

  test('says too little or something else: it isn’t known; another thing the second time: that is said', async () => {
    const unreached = { status: 'unknown', why: 'unreached' }
    expect(await ask(answering(() => [{ calls: [] }]))).toEqual(unreached)
    expect(await ask(answering(() => 'all is well'))).toEqual(unreached)
    let times = 0
    const changing = answering((count) => [
      { calls: Array.from({ length: count }, () => ({ ...done, status: times++ === 0 ? '0x1' : '0x0' })) },
    ])
    expect(await ask(changing)).toMatchObject({ status: 'known', varies: true, failed: { index: 0 }, changes: [] })
  })

  test('lacks all of it: it isn’t supported', async () => {
    // As a node that doesn't know overrides: the account has no code, so its call gives nothing.
    const withoutOverrides: Answer = (request) => {
      const { method, id } = Object(request.body)
      if (method === 'eth_call') return json({ body: { jsonrpc: '2.0', id, result: '0x' } })(request)
      lacking(() => chain, 'eth_simulateV1')(request)
    }
    expect(await ask(withoutOverrides)).toEqual({ status: 'unknown', why: 'unsupported' })
  })

  test('[F18] is silent: it isn’t known once the time is over', async () => {
    const clock = handClock(Date.now())
    const reply = ask(silence, clock)
    await expect.poll(() => node?.asked.length ?? 0).toBeGreaterThan(0)
    expect(clock.waiting()).toBeGreaterThan(0)
    clock.expire()
    expect(await reply).toEqual({ status: 'unknown', why: 'unreached' })
  })
})
