import type { Clock } from '@foyer/service/clock'
import { type Address, parseAbi, zeroAddress } from 'viem'
import { createSharedRead } from '../../cache/sharedReads.js'
import type { Chain } from '../../chains/chains.js'
import { checksummedIn, readOf } from '../../contracts/answers.js'
import { readContracts } from '../../contracts/readContracts.js'
import type { PricedToken } from '../../prices/priceSource.js'
import type { Prices } from '../../prices/prices.js'
import { nativeAddress, tokenKey } from '../../tokens/tokenKey.js'
import { VenueMisconfiguredError, wholeBps } from '../venue.js'

/** 0x's registry of its contracts, the same on every network. @see https://github.com/0xProject/0x-settler */
export const settlerRegistry: Address = '0x00000000000004533Fe15556B1E086BB1A72cEae'

const abi = parseAbi([
  'function ownerOf(uint256 feature) view returns (address)',
  'function prev(uint128 feature) view returns (address)',
])

/** Swaps that the taker sends. */
const takerSubmitted = 2n

/**
 * Reads which contracts may carry out a swap now.
 * @throws {@link VenueMisconfiguredError} where the registry names none · UpstreamError
 */
export type CurrentSettlers = (request: { signal: AbortSignal }) => Promise<ReadonlySet<Address>>

/**
 * The Settler of now and the one before, which the API goes on naming for hours. Only these keep to the minimum that a call says, so the
 * provider's own word isn't taken for it.
 */
export function currentSettlers({ chain, clock }: { chain: Chain; clock: Clock }): CurrentSettlers {
  const read = (_: null, signal: AbortSignal) => readSettlers({ chain, signal })
  const shared = createSharedRead<null, ReadonlySet<Address>>({ read, lifetimeMs: 30_000, timeoutMs: 10_000, clock })
  return async ({ signal }) => (await shared(null, signal)) ?? new Set()
}

async function readSettlers({ chain, signal }: { chain: Chain; signal: AbortSignal }): Promise<ReadonlySet<Address>> {
  const readsOf = (functionName: 'ownerOf' | 'prev') =>
    readOf({ to: settlerRegistry, abi, functionName, args: [takerSubmitted] })
  const [now, before] = await readContracts({ chain, reads: [readsOf('ownerOf'), readsOf('prev')], signal })
  const [current, previous] = [checksummedIn(now), checksummedIn(before)]
  // A registry that reverts has its Settler stopped; one that isn't there can't name any.
  if (current === null || current === zeroAddress) throw new VenueMisconfiguredError({ fault: 'no_settler' })
  return new Set(previous === null || previous === zeroAddress ? [current] : [current, previous])
}

interface Held {
  /** the placeholder for the own coin */
  readonly token: Address
  readonly amount: bigint
}

/**
 * Returns the loss of value from sold to bought, in basis points rounded up, by prices of ours and not by the provider's: one
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
