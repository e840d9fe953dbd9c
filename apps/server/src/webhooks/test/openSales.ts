import type { Database } from '@foyer/service/db/database'
import { deployMarket, devAccounts, type Market, type StartedChain, sendUnlocked, startChain } from '@foyer/stack'
import { type Address, createClient, encodeFunctionData, erc20Abi, type Hex, http } from 'viem'
import { getBlock } from 'viem/actions'
import { expect } from 'vitest'
import type { ChainConfig } from '../../chains/chain.js'
import type { ServerConfig } from '../../config/config.js'
import { openApi, type TestApi } from '../../test/openApi.js'
import { signBody } from '../signature.js'

export const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'
export const secret = 'a secret of thirty-two characters'

/** A local chain with tokens and pools, for the tests of buying and paying; nothing in the product imports this. */
export interface Sales {
  readonly chain: StartedChain
  readonly market: Market
  readonly dollar: Address
  /** The API with a desk and an exchange; its time is that of the chain. */
  open(request: OpenSales): Promise<TestApi>
  /** Really pays, from a development account. @returns the transaction's hash */
  pay(request: { to: Address; amount: bigint; token?: Address | undefined }): Promise<Hex>
  stop(): Promise<void>
}

export interface OpenSales {
  database: Database
  config?: Partial<ServerConfig> | undefined
  /** networks beside the local one, each with its only node */
  others?: readonly { readonly id: `eip155:${number}`; readonly url: string }[] | undefined
}

export async function openSales(): Promise<Sales> {
  const chain = await startChain({ id: 31337 })
  const market = await deployMarket({ url: chain.url })
  const client = createClient({ transport: http(chain.url, { retryCount: 0 }) })
  const { address: from } = devAccounts[1]
  const dollar = market.tokens.find(({ symbol }) => symbol === 'DUSD') ?? expect.fail()
  const assets = [`${chain.caipNetworkId}/slip44:60`, `${chain.caipNetworkId}/erc20:${dollar.address}`]
  const exchange = { kind: 'webhook', name: 'Local', imageUrl: '', secret, assets } as const
  const sellers: Partial<ServerConfig> = {
    onramp: {
      providers: [{ kind: 'desk', url: 'http://desk.example/', secret, feeBasisPoints: 150 }],
      currencies: [
        { id: 'USD', usd: '1' },
        { id: 'EUR', usd: '1.1' },
      ],
    },
    pay: {
      exchanges: [
        { ...exchange, id: 'local', url: 'http://exchange.example/' },
        { ...exchange, id: 'coins', name: 'Coins only', url: 'http://coins.example/', assets: assets.slice(0, 1) },
      ],
    },
  }
  return {
    chain,
    market,
    dollar: dollar.address,
    async open({ database, config = {}, others = [] }) {
      const own = chainConfig({ chain, market })
      const chains = [own, ...others.map(({ id, url }) => ({ ...own, id, upstreams: [url] }))]
      const api = await openApi({ database, chains, config: { ...sellers, ...config } })
      api.time = Number((await getBlock(client)).timestamp) * 1000
      return api
    },
    async pay({ to, amount, token }) {
      const paid =
        token === undefined
          ? ({ to, data: '0x', value: amount } as const)
          : { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
      const { status, transactionHash } = await sendUnlocked({ client, transaction: { from, ...paid } })
      expect(status).toBe('success')
      return transactionHash
    },
    stop: () => chain.stop(),
  }
}

function chainConfig({ chain, market }: { chain: StartedChain; market: Market }): ChainConfig {
  const stable = market.tokens.find(({ symbol }) => symbol === 'DUSD') ?? expect.fail()
  return {
    id: chain.caipNetworkId,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    iconUrl: '',
    upstreams: [chain.url],
    tokens: market.tokens.map((token) => ({ ...token, iconUrl: `https://icons.example/${token.symbol}.png` })),
    uniswapV2: { factory: market.factory, weth: market.weth, stable },
  }
}

export interface PostSigned {
  api: TestApi
  path: string
  message: Readonly<Record<string, unknown>>
  /** seconds; the API's time unless said */
  timestamp?: number | undefined
  key?: string | undefined
}

/** Posts a message as a desk or an exchange does. */
export function postSigned({ api, path, message, timestamp, key = secret }: PostSigned): Promise<Response> {
  const body = JSON.stringify(message)
  const seconds = timestamp ?? Math.floor(api.time / 1000)
  return api.post(path, body, {
    'content-type': 'application/json',
    'foyer-timestamp': String(seconds),
    'foyer-signature': signBody({ secret: key, purpose: 'webhook', timestamp: seconds, body }),
  })
}
