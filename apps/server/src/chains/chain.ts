import { checked, matching } from '@foyer/service/config/fields'
import * as v from 'valibot'
import { isAddress } from 'viem'
import { textOf, WebUrl, whole } from '../kernel/fields.js'
import { HistoryConfig } from './historyConfig.js'
import { IndexConfig } from './indexConfig.js'
import { NetworkName } from './networkName.js'
import { SwapsConfig } from './swapsConfig.js'

/** A picture a client may show: an https address, or nothing. */
const IconUrl = v.optional(v.union([WebUrl, v.literal('')]), '')

const Decimals = whole(0, 36)

const EvmAddress = checked((text) => isAddress(text, { strict: false }), 'must be an address of 40 hex digits after 0x')

/** A token whose balance is read for every requested account. */
export const TokenConfig = v.strictObject({
  address: textOf(128),
  symbol: textOf(32),
  name: textOf(100),
  decimals: Decimals,
  iconUrl: IconUrl,
})
export type TokenConfig = v.InferOutput<typeof TokenConfig>

/** A contract that is known by name. */
const ContractConfig = v.strictObject({ address: textOf(64), name: textOf(64) })

/** The pools' contracts, and which pools are believed when prices are read. */
const pricing = {
  factory: EvmAddress,
  weth: EvmAddress,
  stable: v.strictObject({ address: EvmAddress, decimals: Decimals }),
  /** what must lie in a pool on the side of the stable coin, WETH or a token of `through`, in US dollars; 1000 if left out */
  minimumDepthUsd: v.optional(whole(0, 1e12)),
  /** configured tokens that a price may come by way of, besides WETH */
  through: v.optional(v.pipe(v.array(EvmAddress), v.maxLength(8))),
}

/** A Uniswap V2 (or a copy of it) that prices are read from, in a coin that counts as one US dollar. */
export const UniswapV2Config = v.strictObject(pricing)
export type UniswapV2Config = v.InferOutput<typeof UniswapV2Config>

/** A Uniswap V3 (or a copy of it) that prices are read from: the mean over some time. */
export const UniswapV3Config = v.strictObject({
  ...pricing,
  /** the fee tiers that are looked at, in hundredths of a basis point */
  fees: v.optional(v.pipe(v.array(whole(1, 999_999)), v.maxLength(8))),
  /** 600 if left out */
  twapSeconds: v.optional(whole(1, 86_400)),
})
export type UniswapV3Config = v.InferOutput<typeof UniswapV3Config>

/** `fetch` takes no user and password in an address, and they would end up in logs: a header carries them. */
const UpstreamUrl = v.pipe(
  WebUrl,
  v.check((url) => !URL.canParse(url) || new URL(url).username === '', 'must carry no user: put it into "headers"'),
)

const HeaderName = matching(/^[-!#$%&'*+.^_`|~\w]+$/, 'must be the name of a header')
const HeaderValue = matching(/^[\t\x20-\x7e]*$/, 'must be the value of a header')

/** A node, or a provider of nodes, with what it wants to be asked with. */
export const UpstreamConfig = v.strictObject({
  url: UpstreamUrl,
  /** such as a key; never in a log or an error */
  headers: v.optional(v.record(HeaderName, HeaderValue), {}),
  /** how many requests it takes in one */
  maxBatch: v.optional(whole(1, 1000)),
})
export type UpstreamConfig = v.InferOutput<typeof UpstreamConfig>

// Not a union, whose messages are less specific.
const UrlOrUpstream = v.lazy((value) => (typeof value === 'string' ? UpstreamUrl : UpstreamConfig))

const Upstreams = v.pipe(v.array(UrlOrUpstream), v.minLength(1, 'must name at least one upstream'), v.maxLength(16))

/** A network as configuration names it. */
export const ChainConfig = v.strictObject({
  id: NetworkName,
  name: textOf(100),
  nativeCurrency: v.strictObject({ name: textOf(100), symbol: textOf(32), decimals: Decimals }),
  iconUrl: IconUrl,
  explorerUrl: v.optional(WebUrl),
  /** where Bitcoin accounts are read, as nodes don't know them: `https://esplora.example/api` */
  esplora: v.optional(WebUrl),
  upstreams: Upstreams,
  /** who carries out operations that others' paymasters pay for (ERC-4337), by the standard calls */
  bundler: v.optional(UrlOrUpstream),
  /** So many blocks behind the furthest node, another is asked only when the others fail. */
  mostBehind: v.optional(whole(0, 1_000_000)),
  /** The number of blocks that confirm a payment: as many as are usual there, 1 on a network of one's own. */
  confirmations: v.optional(whole(1, 1_000)),
  tokens: v.optional(v.pipe(v.array(TokenConfig), v.maxLength(200)), []),
  /** contracts that visitors meet, which the wallet names beside their address */
  contracts: v.optional(v.pipe(v.array(ContractConfig), v.maxLength(200))),
  uniswapV2: v.optional(UniswapV2Config),
  uniswapV3: v.optional(UniswapV3Config),
  swaps: v.optional(SwapsConfig),
  index: v.optional(IndexConfig),
  history: v.optional(HistoryConfig),
})
export type ChainConfig = v.InferOutput<typeof ChainConfig>
