import { formatAccountId } from '@foyer/core/chain'
import {
  AllowanceReply,
  ApprovalReply,
  nativeTokens,
  type SwapQuote,
  SwapQuotesReply,
  SwapTransactionReply,
} from '@foyer/core/wire'
import {
  deployMarket,
  deployStrangeToken,
  deployUniswapV3,
  devAccounts,
  type Market,
  type StartedChain,
  startChain,
} from '@foyer/stack'
import * as v from 'valibot'
import {
  type Abi,
  type Address,
  type Client,
  createClient,
  encodeFunctionData,
  erc20Abi,
  formatTransactionReceipt,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  parseUnits,
  type RpcTransactionReceipt,
  type TransactionReceipt,
} from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { expect } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import type { Database } from '../db/database.js'
import { openApi, type TestApi } from '../openApi.js'
import type { UniswapV2Swaps, UniswapV3Swaps } from './swapsConfig.js'
import { factoryAbi } from './uniswapV2/abi.js'

/** What every call carries. */
export const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'

const tokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setTax(uint256 bps)',
  'function setResetsFirst(bool resets)',
  'function setCall(address target, bytes data)',
])
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
])

interface Sent {
  /** the account unless said */
  readonly from?: Address
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  readonly gas?: bigint
  readonly gasPrice?: bigint
}

interface Written {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly from?: Address
  readonly value?: bigint
}

interface SendCall {
  Method: 'eth_sendTransactionSync'
  Parameters: [{ from: Address; to: Address; data: Hex; value: Hex; gas: Hex; gasPrice?: Hex | undefined }]
  ReturnType: RpcTransactionReceipt
}

/** What is said of the Uniswap V2, or the whole of another venue. */
export type VenueConfig = Partial<UniswapV2Swaps> | UniswapV3Swaps

/** A local chain with tokens and pools, for the tests of swaps; nothing in the product imports this. */
export interface OpenMarket {
  readonly chain: StartedChain
  readonly market: Market
  /** The one pool of STR, with FYR. */
  readonly strangePool: Address
  readonly client: Client
  readonly account: Address
  /** CAIP-10 of the account */
  readonly user: string
  /** The address of a token, or the placeholder of the own coin. */
  addressOf(symbol: string): string
  /** CAIP-10 */
  named(symbol: string): string
  config(swaps?: VenueConfig): ChainConfig
  /** Puts a Uniswap V3 on the chain, without a pool of STR. */
  deployV3(): Promise<UniswapV3Swaps>
  /** Calls a token as the account. */
  ask(request: {
    symbol: string
    functionName: 'mint' | 'approve' | 'setTax' | 'setResetsFirst' | 'setCall'
    args: readonly unknown[]
  }): Promise<void>
  /** Somebody else buys dollars, and so moves their price. */
  buyDollars(request: { ether: bigint }): Promise<void>
  /** What the account has of a token or of the own coin. */
  held(symbol: string, of?: Address): Promise<bigint>
  allowed(request: { symbol: string; spender: Address; owner?: Address }): Promise<bigint>
  send(transaction: Sent): Promise<TransactionReceipt>
  stop(): Promise<void>
}

/** Beside the stack's tokens there is STR, which only FYR has a pool with and which can be told to be strange. */
export async function openMarket(): Promise<OpenMarket> {
  const chain = await startChain({ id: 31337 })
  const market = await deployMarket({ url: chain.url })
  const strange = await deployStrangeToken({ url: chain.url })
  const client = createClient({ transport: http(chain.url, { retryCount: 0 }) })
  const [{ address: other }, { address: account }] = devAccounts
  const tokens = [
    ...market.tokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol: `${symbol}`, decimals })),
    { address: strange, name: 'Strange', symbol: 'STR', decimals: 18 },
  ]
  const tokenOf = (symbol: string): Address =>
    tokens.find((token) => token.symbol === symbol)?.address ?? expect.fail(`There is no ${symbol}.`)
  const addressOf = (symbol: string) => (symbol === 'ETH' ? nativeTokens.eip155 : tokenOf(symbol))
  const connectors = [tokenOf('DUSD'), tokenOf('FYR')]
  // Answered with the receipt (EIP-7966), so that there is nothing to wait for.
  const send = async ({ from = account, to, data, value = 0n, gas = 3_000_000n, gasPrice }: Sent) => {
    const priced = gasPrice === undefined ? {} : { gasPrice: numberToHex(gasPrice) }
    const transaction = { from, to, data, value: numberToHex(value), gas: numberToHex(gas), ...priced }
    const receipt = await client.request<SendCall>({ method: 'eth_sendTransactionSync', params: [transaction] })
    return formatTransactionReceipt(receipt)
  }
  const write = async ({ address, abi, functionName, args, ...rest }: Written) => {
    const data = encodeFunctionData({ abi, functionName, args })
    expect((await send({ to: address, data, ...rest })).status).toBe('success')
  }
  const ask: OpenMarket['ask'] = ({ symbol, functionName, args }) =>
    write({ address: tokenOf(symbol), abi: tokenAbi, functionName, args })
  for (const [symbol, amount] of [
    ['DUSD', parseUnits('1000000', 6)],
    ['FYR', parseEther('2000000')],
    ['WBTC', parseUnits('100', 8)],
    ['STR', parseEther('2000000')],
  ] as const) {
    await ask({ symbol, functionName: 'mint', args: [account, amount] })
  }
  const deposit = { abi: parseAbi(['function deposit() payable']), functionName: 'deposit', args: [] }
  await write({ address: market.weth, ...deposit, value: parseEther('100') })
  const half = parseEther('1000000')
  for (const symbol of ['STR', 'FYR']) await ask({ symbol, functionName: 'approve', args: [market.router, half] })
  const liquidity = [strange, tokenOf('FYR'), half, half, 0n, 0n, account, 2n ** 64n]
  await write({ address: market.router, abi: routerAbi, functionName: 'addLiquidity', args: liquidity })
  const strangePool = await readContract(client, {
    address: market.factory,
    abi: factoryAbi,
    functionName: 'getPair',
    args: [strange, tokenOf('FYR')],
  })
  return {
    chain,
    market,
    strangePool,
    client,
    account,
    user: formatAccountId({ networkId: chain.caipNetworkId, address: account }),
    addressOf,
    named: (symbol) => formatAccountId({ networkId: chain.caipNetworkId, address: addressOf(symbol) }),
    config: (swaps = {}) => ({
      id: chain.caipNetworkId,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      iconUrl: 'https://icons.example/eth.png',
      upstreams: [chain.url],
      tokens: tokens.map((token) => ({ ...token, iconUrl: `https://icons.example/${token.symbol}.png` })),
      swaps:
        swaps.venue === 'uniswap-v3'
          ? swaps
          : { venue: 'uniswap-v2', router: market.router, connectors, mostPriceImpactBps: 1_500, ...swaps },
    }),
    async deployV3() {
      const { router, quoter } = await deployUniswapV3({ url: chain.url, market })
      return { venue: 'uniswap-v3', router, quoter, connectors, mostPriceImpactBps: 1_500 }
    },
    ask,
    buyDollars({ ether }) {
      const args = [0n, [market.weth, tokenOf('DUSD')], other, 2n ** 64n]
      const bought = { address: market.router, abi: routerAbi, functionName: 'swapExactETHForTokens', args }
      return write({ ...bought, from: other, value: ether })
    },
    held: (symbol, of = account) =>
      symbol === 'ETH'
        ? getBalance(client, { address: of })
        : readContract(client, { address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [of] }),
    allowed: ({ symbol, spender, owner = account }) => {
      const args = [owner, spender] as const
      return readContract(client, { address: tokenOf(symbol), abi: erc20Abi, functionName: 'allowance', args })
    },
    send,
    stop: () => chain.stop(),
  }
}

/** The address of a CAIP-10 id. */
export const plain = (accountId: string): Address => `0x${accountId.split(':0x')[1] ?? ''}`

/** What became of a swap. */
export interface Swapped {
  readonly quote: SwapQuote
  readonly tx: SwapTransactionReply['tx']
  readonly receipt: TransactionReceipt
  /** how many approvals it took */
  readonly approvals: number
  /** what the account has more of, the gas of the swap aside */
  readonly received: bigint
}

/** The API as a client of swaps uses it. */
export interface SwapClient {
  readonly api: TestApi
  quote(request: { from: string; to: string; amount: bigint }): Promise<SwapQuote | undefined>
  allowance(symbol: string): Promise<bigint>
  approval(request: { from: string; to: string; amount?: bigint }): Promise<ApprovalReply['tx']>
  transaction(request: {
    from: string
    to: string
    amount: bigint
    slippage?: number
    disableEstimate?: boolean
    minAmount?: string
  }): Promise<SwapTransactionReply['tx']>
  /** As the original's client does it: a quote, an approval where the allowance is too small, the swap. */
  swap(request: { from: string; to: string; amount: bigint; disableEstimate?: boolean | undefined }): Promise<Swapped>
}

export async function openSwapClient({
  local,
  database,
  swaps,
  chains,
}: {
  local: OpenMarket
  database: Database
  swaps?: VenueConfig
  chains?: readonly ChainConfig[]
}): Promise<SwapClient> {
  const { account, user, named } = local
  const api = await openApi({ database, chains: chains ?? [local.config(swaps)] })
  const answer = async <Value>(response: Response, schema: v.GenericSchema<unknown, Value>) => {
    const body: unknown = await response.json()
    expect([response.status, body], api.logged.slice(-2).join('')).toEqual([200, body])
    return v.parse(schema, body)
  }
  const pair = (request: { from: string; to: string }) => `from=${named(request.from)}&to=${named(request.to)}`
  const client: SwapClient = {
    api,
    async quote({ amount, ...request }) {
      const query = `amount=${amount}&userAddress=${account}&${pair(request)}&gasPrice=1`
      const reply = await answer(await api.get(`/v1/convert/quotes?${common}&${query}`), SwapQuotesReply)
      return reply.quotes[0]
    },
    async allowance(symbol) {
      const query = `tokenAddress=${named(symbol)}&userAddress=${user}`
      const reply = await answer(await api.get(`/v1/convert/allowance?${common}&${query}`), AllowanceReply)
      return BigInt(reply.allowance)
    },
    async approval({ amount, ...request }) {
      const said = amount === undefined ? '' : `&amount=${amount}`
      const path = `/v1/convert/build-approve?${common}&userAddress=${user}&${pair(request)}${said}`
      return (await answer(await api.get(path), ApprovalReply)).tx
    },
    async transaction({ from, to, amount, slippage = 1, ...rest }) {
      const body = {
        amount: String(amount),
        eip155: { slippage },
        projectId: 'demo',
        from: named(from),
        to: named(to),
        userAddress: user,
        ...rest,
      }
      const response = await api.post('/v1/convert/build-transaction?st=appkit&sv=x', body)
      return (await answer(response, SwapTransactionReply)).tx
    },
    async swap({ from, to, amount, disableEstimate = true }) {
      const quote = (await client.quote({ from, to, amount })) ?? expect.fail('There is no quote.')
      let approvals = 0
      while (from !== 'ETH' && (await client.allowance(from)) < amount) {
        const approval = await client.approval({ from, to })
        const { gas, gasPrice } = approval.eip155
        const data: Hex = `0x${approval.data.slice(2)}`
        // To `from`: that is where the original's client sends it.
        const sent = { to: plain(approval.from), data, value: BigInt(approval.value) }
        const receipt = await local.send({ ...sent, gas: BigInt(gas), gasPrice: BigInt(gasPrice) })
        expect(receipt.status).toBe('success')
        approvals += 1
      }
      const tx = await client.transaction({ from, to, amount, disableEstimate })
      const { gas, gasPrice } = tx.eip155
      const sent = { to: plain(tx.to), data: `0x${tx.data.slice(2)}`, value: from === 'ETH' ? amount : 0n } as const
      const before = await local.held(to)
      const receipt = await local.send({ ...sent, gas: BigInt(gas), gasPrice: BigInt(gasPrice) })
      const gasPaid = to === 'ETH' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
      return { quote, tx, receipt, approvals, received: (await local.held(to)) - before + gasPaid }
    },
  }
  return client
}
