import { type Address, decodeFunctionResult, parseAbi, zeroAddress } from 'viem'
import { createSharedReads } from '../../cache/sharedReads.js'
import type { Chain } from '../../chains/chains.js'
import type { Clock } from '../../clock.js'
import { readContracts } from '../../contracts/readContracts.js'
import { decoded, readOf } from '../contractRead.js'
import { VenueMisconfiguredError } from '../venue.js'

/** 0x's registry of its contracts, the same on every network. @see https://github.com/0xProject/0x-settler */
export const settlerRegistry: Address = '0x00000000000004533Fe15556B1E086BB1A72cEae'

const abi = parseAbi([
  'function ownerOf(uint256 feature) view returns (address)',
  'function prev(uint128 feature) view returns (address)',
])

/** Swaps that the taker sends. */
const takerSubmitted = 2n

/** The contracts that may carry out a swap now. */
export interface Settlers {
  /** @throws {@link VenueMisconfiguredError} where the registry names none · UpstreamError */
  current(request: { signal: AbortSignal }): Promise<ReadonlySet<Address>>
}

/**
 * The Settler of now and the one before, which the API goes on naming for hours. Only these keep to the minimum that a call says, so the
 * provider's own word isn't taken for it.
 */
export function createSettlers({ chain, clock }: { chain: Chain; clock: Clock }): Settlers {
  const shared = createSharedReads<'settlers', ReadonlySet<Address>>({
    keyOf: (item) => item,
    load: async ({ signal }) => new Map([['settlers', await readSettlers({ chain, signal })]]),
    lifetimeMs: 30_000,
    timeoutMs: 10_000,
    most: 1,
    clock,
  })
  return {
    current: async ({ signal }) => (await shared.of({ items: ['settlers'], signal })).get('settlers') ?? new Set(),
  }
}

async function readSettlers({ chain, signal }: { chain: Chain; signal: AbortSignal }): Promise<ReadonlySet<Address>> {
  const readsOf = (functionName: 'ownerOf' | 'prev') =>
    readOf({ to: settlerRegistry, abi, functionName, args: [takerSubmitted] })
  const [now, before] = await readContracts({ chain, reads: [readsOf('ownerOf'), readsOf('prev')], signal })
  const current = decoded(now, (data) => decodeFunctionResult({ abi, functionName: 'ownerOf', data }))
  const previous = decoded(before, (data) => decodeFunctionResult({ abi, functionName: 'prev', data }))
  // A registry that reverts has its Settler stopped; one that isn't there can't name any.
  if (current === null || current === zeroAddress) throw new VenueMisconfiguredError({ fault: 'no_settler' })
  return new Set(previous === null || previous === zeroAddress ? [current] : [current, previous])
}
