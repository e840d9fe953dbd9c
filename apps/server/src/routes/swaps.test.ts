import { SwapTokensReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { type FakeNode, html, results, startFakeNode } from '../chains/test/fakeNode.js'
import { type OpenMarket, openMarket } from '../swaps/test/openMarket.js'
import { common } from '../swaps/test/openSwapClient.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

let local: OpenMarket
let database: Database
let node: FakeNode
let api: TestApi
beforeAll(async () => {
  ;[local, database] = await Promise.all([openMarket(), openTestDatabase()])
})
afterAll(() => Promise.all([local?.stop(), database?.close()]))
beforeEach(async () => {
  node = await startFakeNode(html())
  api = await openApi({ database, chains: [local.config(), bare(), solana()] })
})
afterEach(() => node.stop())

/** A network that is known and has no swaps, behind a node that answers as a test wants. */
const bare = (): ChainConfig => {
  const { swaps: _, ...config } = local.config()
  return { ...config, id: 'eip155:2', tokens: [], upstreams: [node.url] }
}
const solana = (): ChainConfig => ({ ...bare(), id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })

const answerOf = async (asking: Promise<Response>): Promise<readonly [number, unknown]> => {
  const response = await asking
  return [response.status, await response.json()]
}
const build = (body: Readonly<Record<string, unknown>>) =>
  api.post('/v1/convert/build-transaction', {
    amount: '1000000',
    eip155: { slippage: 1 },
    projectId: 'demo',
    from: local.named('ETH'),
    to: local.named('DUSD'),
    userAddress: local.user,
    disableEstimate: true,
    ...body,
  })

describe('[S7.7 S3.16] the tokens of a network', () => {
  test('are its own coin under the placeholder and those that are configured, as CAIP-10', async () => {
    const answer = await api.get(`/v1/convert/tokens?${common}&chainId=eip155:31337`)
    const { tokens } = v.parse(SwapTokensReply, await answer.json())
    expect(tokens.slice(0, 3)).toEqual([
      {
        name: 'Ether',
        symbol: 'ETH',
        address: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        decimals: 18,
        logoUri: 'https://icons.example/eth.png',
        eip2612: false,
      },
      {
        name: 'Wrapped Ether',
        symbol: 'WETH',
        address: local.named('WETH'),
        decimals: 18,
        logoUri: 'https://icons.example/WETH.png',
        eip2612: false,
      },
      {
        name: 'Digital Dollar',
        symbol: 'DUSD',
        address: local.named('DUSD'),
        decimals: 6,
        logoUri: 'https://icons.example/DUSD.png',
        eip2612: false,
      },
    ])
    expect(tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH', 'DUSD', 'FYR', 'WBTC', 'STR'])
  })

  test('say which take approvals by signature (EIP-2612)', async () => {
    const config = local.config()
    // What a Uniswap V2 pool gives for its liquidity is such a token.
    const pool = {
      address: local.market.pools[0]?.address ?? '',
      symbol: 'UNI-V2',
      name: 'Pool',
      decimals: 18,
      iconUrl: '',
    }
    const chains = [{ ...config, tokens: [...config.tokens, pool] }]
    const withPool = await openApi({ database, chains, config: { publicUrl: 'https://foyer.example' } })
    const answer = await withPool.get(`/v1/convert/tokens?${common}&chainId=eip155:31337`)
    const { tokens } = v.parse(SwapTokensReply, await answer.json())
    expect(tokens.flatMap(({ symbol, eip2612 }) => (eip2612 ? [symbol] : []))).toEqual(['UNI-V2'])
    // One without a picture has the directory's, as among balances.
    expect(tokens.at(-1)?.logoUri).toBe('https://foyer.example/public/getTokenImage/UNI-V2')
  })
})

describe('where nothing is swapped', () => {
  test.each(['eip155:2', 'eip155:999', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'no network'])(
    '[S7.6 S7.7 S7.9] the answers are empty: %s',
    async (chainId) => {
      const tokens = api.get(`/v1/convert/tokens?${common}&chainId=${encodeURIComponent(chainId)}`)
      expect(await answerOf(tokens)).toEqual([200, { tokens: [] }])
      if (chainId === 'no network') return
      const native = chainId.startsWith('eip155')
        ? local.addressOf('ETH')
        : 'So11111111111111111111111111111111111111111'
      const side = `${chainId}:${native}`
      const quotes = `/v1/convert/quotes?${common}&amount=1&userAddress=${local.account}&from=${side}&to=${side}`
      expect(await answerOf(api.get(quotes))).toEqual([200, { quotes: [] }])
      const allowance = `/v1/convert/allowance?${common}&tokenAddress=${side}&userAddress=${side}`
      expect(await answerOf(api.get(allowance))).toEqual([200, { allowance: '0' }])
    },
  )

  test('[S7.11 S7.12] nothing is built, in the words that clients know', async () => {
    const reasons = [{ name: 'from', description: 'Network not supported for Swaps' }]
    const side = `eip155:2:${local.addressOf('ETH')}`
    expect(await answerOf(build({ from: side, to: side, userAddress: side }))).toEqual([
      400,
      { status: 'FAILED', reasons },
    ])
    const approve = `/v1/convert/build-approve?${common}&from=${side}&to=${side}&userAddress=${side}`
    expect(await answerOf(api.get(approve))).toEqual([400, { status: 'FAILED', reasons }])
  })

  test.each(['eip155:999', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])(
    'gas has no price, in the words that clients know: %s',
    async (chainId) => {
      const reasons = [{ name: 'chainId', description: 'Network not supported for Gas Price' }]
      const answer = api.get(`/v1/convert/gas-price?${common}&chainId=${chainId}`)
      expect(await answerOf(answer)).toEqual([400, { status: 'FAILED', reasons }])
    },
  )
})

describe('[S7.10] the gas price', () => {
  const prices = async () => {
    const answer = await api.get(`/v1/convert/gas-price?${common}&chainId=eip155:2`)
    const { standard, fast, instant, ...others } = v.parse(v.record(v.string(), v.string()), await answer.json())
    expect([answer.status, others]).toEqual([200, {}])
    return [standard, fast, instant].map((price) => BigInt(price ?? expect.fail()))
  }
  const hex = (value: bigint) => `0x${value.toString(16)}`
  const answering = (byMethod: Readonly<Record<string, unknown>>) => {
    node.answer = results({ eth_chainId: '0x2', ...byMethod })
  }

  test('is of the next block with the tips of the last ones, and with room for the fee to rise', async () => {
    answering({
      eth_gasPrice: hex(90n),
      eth_feeHistory: {
        baseFeePerGas: ['0x1', '0x2', hex(6_400n)],
        reward: [
          [hex(10n), hex(30n), hex(500n)],
          [hex(20n), hex(40n), hex(600n)],
          [hex(15n), hex(35n), hex(550n)],
        ],
      },
    })
    expect(await prices()).toEqual([6_415n, 7_235n, 8_650n])
  })

  test.each([
    { kind: 'no such market', history: null },
    { kind: 'an answer of another shape', history: { baseFeePerGas: 'much' } },
  ])('is what the node advises where there is $kind', async ({ history }) => {
    answering({ eth_gasPrice: hex(6_400n), eth_feeHistory: history })
    expect(await prices()).toEqual([6_400n, 7_200n, 8_100n])
  })

  test('is never less than the node advises, and never falls from one speed to the next', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(0n, 10n ** 15n),
        fc.bigInt(0n, 10n ** 15n),
        fc.bigInt(0n, 10n ** 15n),
        async (advice, base, tip) => {
          const reward = [[hex(tip), hex(tip / 2n), '0x0']]
          answering({ eth_gasPrice: hex(advice), eth_feeHistory: { baseFeePerGas: [hex(base)], reward } })
          const [standard = 0n, fast = 0n, instant = 0n] = await prices()
          expect(standard).toBeGreaterThanOrEqual(advice)
          expect(standard).toBeGreaterThanOrEqual(base)
          expect(fast).toBeGreaterThanOrEqual(standard)
          expect(instant).toBeGreaterThanOrEqual(fast)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('is an error where the node says nothing of use', async () => {
    answering({ eth_gasPrice: 'cheap' })
    const answer = api.get(`/v1/convert/gas-price?${common}&chainId=eip155:2`)
    expect(await answerOf(answer)).toMatchObject([502, { reasons: [{ name: 'chainId' }] }])
  })
})

describe('what can’t be right is refused by its field', () => {
  const token = () => local.named('DUSD')
  const wrongCase = () =>
    token()
      .replace(/[a-f]/, (letter) => letter.toUpperCase())
      .replace(/[A-F](?=[0-9])/, (letter) => letter.toLowerCase())

  test.each([
    '',
    '0',
    '-1',
    '1.5',
    '1e18',
    '0x10',
    ' 1',
    '00',
    '٣',
    'NaN',
    '9'.repeat(78),
    '9'.repeat(79),
    '1'.repeat(10_000),
  ])('[S7.6 S7.11] an amount of %j', async (amount) => {
    const query = new URLSearchParams({ amount, userAddress: local.account, from: token(), to: local.named('FYR') })
    const quotes = api.get(`/v1/convert/quotes?${common}&${query}`)
    expect(await answerOf(quotes)).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
    expect(await answerOf(build({ amount }))).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
    const approve = `/v1/convert/build-approve?${common}&userAddress=${local.user}&from=${token()}&to=${token()}`
    const approval = api.get(`${approve}&amount=${encodeURIComponent(amount)}`)
    expect(await answerOf(approval)).toMatchObject([400, { reasons: [{ name: 'amount' }] }])
  })

  test.each([
    ['from', () => ({ from: '0x1234' })],
    ['from', () => ({ from: 'eip155:31337:0x1234' })],
    ['from', () => ({ from: wrongCase() })],
    ['to', () => ({ to: '' })],
    ['to', () => ({ to: `eip155:31337:${'0x'.padEnd(200, 'a')}` })],
    ['userAddress', () => ({ userAddress: local.account })],
    ['userAddress', () => ({ userAddress: 'eip155:31337:me' })],
    ['userAddress', () => ({ userAddress: local.user.replace('31337', '1') })],
    ['eip155.slippage', () => ({ eip155: { slippage: -1 } })],
    ['eip155.slippage', () => ({ eip155: { slippage: 50.01 } })],
    ['eip155.slippage', () => ({ eip155: { slippage: 0.001 } })],
    ['eip155.slippage', () => ({ eip155: { slippage: '1' } })],
    ['minAmount', () => ({ minAmount: '-5' })],
    ['disableEstimate', () => ({ disableEstimate: 'yes' })],
  ] as const)('[S7.11] in a transaction: %s', async (name, body) => {
    expect(await answerOf(build(body()))).toMatchObject([400, { status: 'FAILED', reasons: [{ name }] }])
  })

  test('[S7.9 S7.12] in the queries', async () => {
    const ask = (path: string, query: Record<string, string>) =>
      answerOf(api.get(`/v1/convert/${path}?${common}&${new URLSearchParams(query)}`))
    const [from, to, userAddress] = [token(), local.named('FYR'), local.user]
    const bad = (name: string) => [400, { reasons: [{ name }] }]
    expect(await ask('tokens', {})).toMatchObject(bad('chainId'))
    expect(await ask('gas-price', {})).toMatchObject(bad('chainId'))
    expect(await ask('allowance', { userAddress })).toMatchObject(bad('tokenAddress'))
    expect(await ask('allowance', { tokenAddress: from, userAddress: local.account })).toMatchObject(bad('userAddress'))
    expect(await ask('build-approve', { from, to })).toMatchObject(bad('userAddress'))
    expect(await ask('quotes', { amount: '1', from, to, userAddress })).toMatchObject(bad('userAddress'))
    expect(await ask('quotes', { amount: '1', from, to, userAddress: local.account, gasPrice: '-1' })).toMatchObject(
      bad('gasPrice'),
    )
  })
})

test('a network that doesn’t answer is an error, not an empty answer', async () => {
  const down = await openApi({ database, chains: [{ ...local.config(), upstreams: [node.url] }] })
  const pair = `from=${local.named('DUSD')}&to=${local.named('FYR')}`
  for (const path of [
    `tokens?${common}&chainId=eip155:31337`,
    `quotes?${common}&amount=1&userAddress=${local.account}&${pair}`,
    `gas-price?${common}&chainId=eip155:31337`,
    `allowance?${common}&tokenAddress=${local.named('DUSD')}&userAddress=${local.user}`,
    `build-approve?${common}&userAddress=${local.user}&${pair}&amount=1`,
  ]) {
    expect(await answerOf(down.get(`/v1/convert/${path}`))).toMatchObject([502, { reasons: [{ name: 'chainId' }] }])
  }
})

test.each([-32005, 429, -32002])(
  'a node that says of itself that it can’t now (%i) doesn’t make a transaction one that would fail',
  async (code) => {
    const busy = await openApi({ database, chains: [{ ...local.config(), upstreams: [node.url] }] })
    node.answer = ({ body, response }) => {
      void forward(body).then(
        (answer) => response.writeHead(200).end(JSON.stringify(answer)),
        () => response.destroy(),
      )
    }
    const one = async (request: unknown) => {
      const { id, method } = v.parse(v.object({ id: v.unknown(), method: v.string() }), request)
      if (method === 'eth_estimateGas') return { jsonrpc: '2.0', id, error: { code, message: 'slow down' } }
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(local.chain.url, { method: 'POST', headers, body: JSON.stringify(request) })
      return answer.json()
    }
    const forward = (body: unknown) => (Array.isArray(body) ? Promise.all(body.map(one)) : one(body))
    const pair = `from=${local.named('DUSD')}&to=${local.named('FYR')}`
    const approval = `/v1/convert/build-approve?${common}&userAddress=${local.user}&${pair}&amount=1`
    expect(await answerOf(busy.get(approval))).toMatchObject([502, { reasons: [{ name: 'chainId' }] }])
    const sale = {
      from: local.named('ETH'),
      to: local.named('DUSD'),
      userAddress: local.user,
      amount: '1000000000000000000',
    }
    const built = busy.post('/v1/convert/build-transaction', { ...sale, projectId: 'demo' })
    expect(await answerOf(built)).toMatchObject([502, { reasons: [{ name: 'chainId' }] }])
  },
)
