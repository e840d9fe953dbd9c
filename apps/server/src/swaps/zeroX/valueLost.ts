import type { Address } from 'viem'
import type { Chain } from '../../chains/chains.js'
import type { PricedToken } from '../../prices/priceSource.js'
import type { Prices } from '../../prices/prices.js'
import { nativeAddress, tokenKey } from '../../tokens/token.js'
import { wholeBps } from '../venue.js'

interface Held {
  /** the placeholder for the own coin */
  readonly token: Address
  readonly amount: bigint
}

/**
 * How much less what is bought is worth than what is sold, in basis points rounded up, by prices of ours and not by the provider's: one
 * that quotes nonsense is found out.
 * @returns null where a price isn't known
 */
export async function valueLostBps(request: {
  chain: Chain
  prices: Pick<Prices, 'of'>
  sold: Held
  bought: Held
  signal: AbortSignal
}): Promise<number | null> {
  const { chain, prices, sold, bought, signal } = request
  const [from, to] = [tokenOf({ chain, address: sold.token }), tokenOf({ chain, address: bought.token })]
  if (from === null || to === null) return null
  // The room of prices logs which source failed; a swap is checked without them then, by its minimum.
  const known = await prices.of({ chain, tokens: [from, to], signal }).catch(() => null)
  signal.throwIfAborted()
  const paid = known?.get(tokenKey({ chain, ...from }))
  const got = known?.get(tokenKey({ chain, ...to }))
  if (paid === undefined || got === undefined) return null
  const given = sold.amount * paid * 10n ** BigInt(to.decimals)
  const received = bought.amount * got * 10n ** BigInt(from.decimals)
  return given <= received ? 0 : wholeBps - Number((received * BigInt(wholeBps)) / given)
}

function tokenOf({ chain, address }: { chain: Chain; address: Address }): PricedToken | null {
  const key = tokenKey({ chain, address })
  if (key === nativeAddress(chain)) return { address: key, decimals: chain.nativeCurrency.decimals }
  return chain.tokens.find((token) => tokenKey({ chain, ...token }) === key) ?? null
}
