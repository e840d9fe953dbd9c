import { formatAccountId } from '@foyer/core/chain'
import {
  AllowanceReply,
  ApprovalReply,
  nativeTokens,
  type SwapQuote,
  SwapQuotesReply,
  SwapTransactionReply,
} from '@foyer/core/wire'
import { deployMarket, devAccounts, type Market, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import {
  type Address,
  type Client,
  createClient,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  type TransactionReceipt,
} from 'viem'
import { getBalance, readContract, sendTransaction, waitForTransactionReceipt, writeContract } from 'viem/actions'
import { expect } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import type { Database } from '../db/database.js'
import { openApi, type TestApi } from '../openApi.js'
import type { SwapsConfig } from './swapsConfig.js'

/** What every call carries. */
export const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** A local chain with tokens and pools, for the tests of swaps; nothing in the product imports this. */
export interface OpenMarket {
  readonly chain: StartedChain
  readonly market: Market
  readonly client: Client
  readonly account: Address
  /** The address of a token, or the placeholder of the own coin. */
  addressOf(symbol: string): string
  /** CAIP-10 */
  named(symbol: string): string
  config(swaps?: Partial<SwapsConfig>): ChainConfig
  mint(request: { symbol: string; amount: bigint }): Promise<void>
  /** What the account has of a token or of the own coin. */
  held(symbol: string, of?: Address): Promise<bigint>
  allowed(request: { symbol: string; spender: Address; owner?: Address }): Promise<bigint>
  send(request: { to: Address; data: Hex; value: bigint; gas: bigint; gasPrice: bigint }): Promise<TransactionReceipt>
  stop(): Promise<void>
}

export async function openMarket(): Promise<OpenMarket> {
  const chain = await startChain({ id: 31337 })
  const market = await deployMarket({ url: chain.url })
  const client = createClient({ transport: http(chain.url, { retryCount: 0 }), pollingInterval: 5 })
  const [, { address: account }] = devAccounts
  const addressOf = (symbol: string) =>
    symbol === 'ETH' ? nativeTokens.eip155 : (market.tokens.find((token) => token.symbol === symbol)?.address ?? symbol)
  const tokenOf = (symbol: string): Address => `0x${addressOf(symbol).slice(2)}`
  return {
    chain,
    market,
    client,
    account,
    addressOf,
    named: (symbol) => formatAccountId({ networkId: chain.caipNetworkId, address: addressOf(symbol) }),
    config: (swaps = {}) => ({
      id: chain.caipNetworkId,
      name: chain.name,
      nativeCurrency: chain.nativeCurrency,
      iconUrl: 'https://icons.example/eth.png',
      upstreams: [chain.url],
      tokens: market.tokens.map((token) => ({ ...token, iconUrl: `https://icons.example/${token.symbol}.png` })),
      swaps: {
        venue: 'uniswap-v2',
        router: market.router,
        connectors: [tokenOf('DUSD'), tokenOf('FYR')],
        mostPriceImpactBps: 1_500,
        ...swaps,
      },
    }),
    async mint({ symbol, amount }) {
      const request = { address: tokenOf(symbol), abi: mintAbi, functionName: 'mint', args: [account, amount] } as const
      const hash = await writeContract(client, { account, chain: null, ...request })
      await waitForTransactionReceipt(client, { hash })
    },
    held: (symbol, of = account) =>
      symbol === 'ETH'
        ? getBalance(client, { address: of })
        : readContract(client, { address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [of] }),
    allowed: ({ symbol, spender, owner = account }) => {
      const args = [owner, spender] as const
      return readContract(client, { address: tokenOf(symbol), abi: erc20Abi, functionName: 'allowance', args })
    },
    async send(transaction) {
      const hash = await sendTransaction(client, { account, chain: null, ...transaction })
      return waitForTransactionReceipt(client, { hash })
    },
    stop: () => chain.stop(),
  }
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
  swap(request: {
    from: string
    to: string
    amount: bigint
    disableEstimate?: boolean
  }): Promise<{ quote: SwapQuote; tx: SwapTransactionReply['tx']; receipt: TransactionReceipt; approvals: number }>
}

export async function openSwapClient({
  local,
  database,
  swaps,
  chains,
}: {
  local: OpenMarket
  database: Database
  swaps?: Partial<SwapsConfig>
  chains?: readonly ChainConfig[]
}): Promise<SwapClient> {
  const { account, named } = local
  const api = await openApi({ database, chains: chains ?? [local.config(swaps)] })
  const user = formatAccountId({ networkId: local.chain.caipNetworkId, address: account })
  const plain = (accountId: string): Address => `0x${accountId.split(':0x')[1] ?? ''}`
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
      const receipt = await local.send({ ...sent, gas: BigInt(gas), gasPrice: BigInt(gasPrice) })
      return { quote, tx, receipt, approvals }
    },
  }
  return client
}
