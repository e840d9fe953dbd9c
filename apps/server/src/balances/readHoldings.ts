import type { Chain } from '../chains/chains.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import type { Token } from '../tokens/token.js'
import { nativeAddress, tokenKey } from '../tokens/tokenKey.js'
import type { Tokens } from '../tokens/tokens.js'

/** The parts that accounts of a network are read with. */
export interface OfChain {
  chain: Chain
  /** makes what fetches from an origin that the operator named */
  fetcherFor: (origin: string) => SafeFetch
}

/** Says how a network's accounts are read; null where nothing is configured to read them with. */
export type HoldingsReader = (request: OfChain) => ReadHoldings | null

/**
 * Reads what an account holds, in the smallest units: of the network's own coin, and of each token that is asked about, in order.
 * @throws UpstreamError when the network doesn't answer
 */
export type ReadHoldings = (request: {
  account: string
  tokens: readonly Token[]
  signal: AbortSignal
}) => Promise<{ readonly coin: bigint; readonly amounts: readonly bigint[] }>

/** An amount of a token, or of a network's own coin, in its smallest unit. */
export interface Holding {
  readonly token: Token
  readonly amount: bigint
  readonly native: boolean
}

/**
 * Reads what an account holds on a network.
 * @param request.others - tokens that are read besides the configured ones; what isn't a token is passed over
 * @returns the network's own coin first, however much it is, then the tokens of which there are some
 * @throws UpstreamError when the network doesn't answer
 */
type HoldingsOf = (request: {
  account: string
  others: readonly string[]
  signal: AbortSignal
}) => Promise<readonly Holding[]>

/** @param request.read - how its family reads */
export function createReadHoldings(request: { chain: Chain; tokens: Tokens; read: ReadHoldings }): HoldingsOf {
  const { chain, tokens, read } = request
  return async ({ account, others, signal }) => {
    const known = await tokens.of({ chain, addresses: others, signal })
    const [native, ...listed] = tokens.listed(chain)
    if (native === undefined) return []
    const byKey = new Map([...listed, ...known.values()].map((token) => [tokenKey({ chain, ...token }), token]))
    byKey.delete(nativeAddress(chain) ?? '')
    const asked = [...byKey.values()]
    const { coin, amounts } = await read({ account, tokens: asked, signal })
    const held = asked.map((token, index) => ({ token, amount: amounts[index] ?? 0n, native: false }))
    return [{ token: native, amount: coin, native: true }, ...held.filter(({ amount }) => amount > 0n)]
  }
}
