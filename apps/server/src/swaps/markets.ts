import { formatAccountId } from '@foyer/core/chain'
import type { SwapToken } from '@foyer/core/wire'
import { type Address, encodeFunctionData, getAddress, parseAbi, zeroAddress } from 'viem'
import type { Chain } from '../chains/chains.js'
import { ChainUnavailableError } from '../chains/refusals.js'
import type { SwapsConfig } from '../chains/swapsConfig.js'
import { readContracts } from '../contracts/readContracts.js'
import { ProviderError } from '../provider/ProviderError.js'
import { forVisitors } from '../provider/patience.js'
import { createProvider } from '../provider/provider.js'
import { UpstreamError } from '../rpc/UpstreamError.js'
import type { Tokens } from '../tokens/tokens.js'
import { SwapProviderAwayError } from './refusals.js'
import type { NamedSide, Side } from './side.js'
import type { SwapsParameters } from './swaps.js'
import { createUniswapV2Venue } from './uniswapV2/createUniswapV2Venue.js'
import { createUniswapV3Venue } from './uniswapV3/createUniswapV3Venue.js'
import { type RouteRequest, type SwapRoute, type Venue, wrapping } from './venue.js'
import { createZeroXVenue } from './zeroX/createZeroXVenue.js'

/** The two sides of a swap. */
export interface Pair {
  readonly from: Side
  readonly to: Side
}

/** A network on which something is swapped. Each call throws ChainUnavailableError when the network doesn't answer. */
export interface Market {
  readonly chain: Chain
  /** The contract that approvals are for. */
  readonly spender: Address
  tokens(request: { signal: AbortSignal }): Promise<readonly SwapToken[]>
  /** @returns null for what isn't listed here, and for a token and itself */
  pair(named: { from: NamedSide; to: NamedSide }): Pair | null
  /** @returns null where there is no way, or none at an acceptable price */
  route(request: RouteRequest): Promise<SwapRoute | null>
  /** Whether it is the wrapped coin for the coin itself. */
  isUnwrapping(request: Pair & { signal: AbortSignal }): Promise<boolean>
}

export interface Markets {
  /** undefined where nothing is swapped, and for networks that aren't known */
  get(chainId: string): Market | undefined
  /** @throws {@link ChainUnavailableError} in the place of an UpstreamError · {@link SwapProviderAwayError} of a ProviderError */
  reach<Value>(request: { chain: Chain; work: () => Promise<Value> }): Promise<Value>
}

export type MarketsParameters = Omit<SwapsParameters, 'orm'>

export function createMarkets(parameters: MarketsParameters): Markets {
  const { chains, tokens } = parameters
  const all = chains.all.flatMap((chain) =>
    chain.swaps === undefined
      ? []
      : [createMarket({ chain, tokens, venue: createVenue({ ...parameters, chain, config: chain.swaps }) })],
  )
  const byId = new Map<string, Market>(all.map((market) => [market.chain.id, market]))
  return { get: (chainId) => byId.get(chainId), reach }
}

/** One venue a network: a client asks what is allowed without saying to whom. */
function createVenue({ chain, config, ...rest }: MarketsParameters & { chain: Chain; config: SwapsConfig }): Venue {
  const { clock, random } = rest
  if (config.venue === 'uniswap-v3') return createUniswapV3Venue({ chain, config, now: clock.now })
  if (config.venue === 'uniswap-v2') return createUniswapV2Venue({ chain, config, now: clock.now })
  const headersOf = async () => ({ '0x-api-key': config.apiKey, '0x-version': 'v2' })
  const provider = createProvider({ name: '0x', headersOf, ...forVisitors, clock, random })
  return createZeroXVenue({ ...rest, chain, config, provider })
}

function createMarket(parameters: { chain: Chain; venue: Venue } & Pick<MarketsParameters, 'tokens'>): Market {
  const { chain, tokens, venue } = parameters
  const list = createTokenList({ chain, tokens })
  const listed = new Set(chain.tokens.map(({ address }) => address.toLowerCase()))
  const isListed = (side: Side) => side.kind === 'native' || listed.has(side.address.toLowerCase())
  return {
    chain,
    spender: venue.spender,
    tokens: (request) => reach({ chain, work: () => list.all(request) }),
    pair({ from, to }) {
      if (from.chainId !== to.chainId || from.side === null || to.side === null) return null
      const isSame = keyOf(from.side) === keyOf(to.side)
      return isSame || !isListed(from.side) || !isListed(to.side) ? null : { from: from.side, to: to.side }
    },
    route: (request) =>
      reach({
        chain,
        async work() {
          const wrapped = await venue.wrappedNative(request)
          return wrapping({ ...request, wrapped }) ?? venue.route(request)
        },
      }),
    isUnwrapping: ({ from, to, signal }) =>
      reach({
        chain,
        async work() {
          if (from.kind === 'native' || to.kind !== 'native') return false
          return from.address === (await venue.wrappedNative({ signal }))
        },
      }),
  }
}

const keyOf = (side: Side) => (side.kind === 'native' ? side.kind : side.address)

async function reach<Value>({ chain, work }: { chain: Chain; work: () => Promise<Value> }): Promise<Value> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof UpstreamError) throw new ChainUnavailableError({ chainId: chain.id, cause })
    if (cause instanceof ProviderError) throw new SwapProviderAwayError({ cause })
    throw cause
  }
}

const abi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
])

/** Of `Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)`. */
const permitTypehash = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'

/** Assets that can be swapped on a network: its own coin, then the tokens that configuration names. */
export interface TokenList {
  /** @throws UpstreamError when the network doesn't answer */
  all(request: { signal: AbortSignal }): Promise<readonly SwapToken[]>
}

/** Which of the tokens take approvals by signature is asked once: code doesn't change. @see S7.7, S3.16; EIP-2612 */
export function createTokenList({ chain, tokens }: { chain: Chain; tokens: Pick<Tokens, 'listed'> }): TokenList {
  let known: ReadonlySet<string> | undefined
  return {
    async all({ signal }) {
      known ??= await readPermitting({ chain, signal })
      const permitting = known
      return tokens.listed(chain).map(({ name, symbol, address, decimals, iconUrl }) => ({
        name,
        symbol,
        address: formatAccountId({ networkId: chain.id, address }),
        decimals,
        logoUri: iconUrl,
        eip2612: permitting.has(address),
      }))
    },
  }
}

async function readPermitting({ chain, signal }: { chain: Chain; signal: AbortSignal }): Promise<ReadonlySet<string>> {
  const questions = [
    encodeFunctionData({ abi, functionName: 'DOMAIN_SEPARATOR' }),
    encodeFunctionData({ abi, functionName: 'nonces', args: [zeroAddress] }),
    encodeFunctionData({ abi, functionName: 'PERMIT_TYPEHASH' }),
  ]
  const reads = chain.tokens.flatMap(({ address }) =>
    questions.map((data) => ({ kind: 'call', to: lenient(address), data }) as const),
  )
  const answers = await readContracts({ chain, reads, signal })
  const permitting = chain.tokens.filter((_, index) => {
    const [domain, nonce, typehash] = answers.slice(questions.length * index, questions.length * (index + 1))
    // A token that names another kind of permit (DAI) has one of its own, older than the rule.
    return isWord(domain) && isWord(nonce) && (!isWord(typehash) || typehash === permitTypehash)
  })
  return new Set(permitting.map(({ address }) => address))
}

/** A function that isn't there gives nothing, also where a contract answers all that it doesn't know (WETH9). */
const isWord = (answer: string | null | undefined): boolean => answer?.length === 66

/** Configuration's addresses may have a case that is no checksum. */
const lenient = (address: string): Address => getAddress(address.toLowerCase())
