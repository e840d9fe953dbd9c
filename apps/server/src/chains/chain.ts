import { isAddress, isNetworkId, type NetworkId } from '@foyer/core/chain'
import * as v from 'valibot'

const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(longest, `must have ${longest} characters at most`),
  )

const HttpUrl = v.pipe(
  v.string(),
  v.url('must be an http or https address'),
  v.regex(/^https?:\/\//, 'must be an http or https address'),
)

/** A picture a client may show: an https address, or nothing. */
const IconUrl = v.optional(v.union([HttpUrl, v.literal('')]), '')

const Decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))

const EvmAddress = v.pipe(
  v.string(),
  v.startsWith('0x', 'must be an address of 40 hex digits after 0x'),
  v.check((address) => isAddress({ family: 'eip155', address }), 'must be an address of 40 hex digits after 0x'),
)

/** A token whose balance is read of every account that is asked about. */
export const TokenConfig = v.strictObject({
  address: EvmAddress,
  symbol: text(32),
  name: text(100),
  decimals: Decimals,
  iconUrl: IconUrl,
})
export type TokenConfig = v.InferOutput<typeof TokenConfig>

/** A Uniswap V2 (or a copy of it) that prices are read from, in a coin that stands for the US dollar. */
export const UniswapV2Config = v.strictObject({
  factory: EvmAddress,
  weth: EvmAddress,
  stable: v.strictObject({ address: EvmAddress, decimals: Decimals }),
})
export type UniswapV2Config = v.InferOutput<typeof UniswapV2Config>

const ChainId = v.custom<NetworkId>(isNetworkId, 'must be a CAIP-2 id such as "eip155:1"')

/** A network as configuration names it. */
export const ChainConfig = v.strictObject({
  id: ChainId,
  name: text(100),
  nativeCurrency: v.strictObject({ name: text(100), symbol: text(32), decimals: Decimals }),
  iconUrl: IconUrl,
  upstreams: v.pipe(v.array(HttpUrl), v.minLength(1, 'must name at least one upstream'), v.maxLength(16)),
  tokens: v.optional(v.pipe(v.array(TokenConfig), v.maxLength(200)), []),
  uniswapV2: v.optional(UniswapV2Config),
})
export type ChainConfig = v.InferOutput<typeof ChainConfig>

/** The whole file of networks. */
export const ChainsConfig = v.pipe(
  v.array(ChainConfig),
  v.check((chains) => new Set(chains.map(({ id }) => id)).size === chains.length, 'must name each network once'),
)
