import { isHex, isNetworkId, type NetworkId } from '@foyer/core/chain'
import * as v from 'valibot'

/** On the main network. Written here since `viem/chains` takes a quarter of a second to load, for all chains. */
const mainnetResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** Where ENS is asked: names that aren't the server's own, and those of addresses that have none here. */
export const EnsConfig = v.strictObject({
  /** the network that ENS lives on, one of the configured */
  chainId: v.optional(v.custom<NetworkId>(isNetworkId, 'must be a CAIP-2 id such as "eip155:1"'), 'eip155:1'),
  /** the contract that finds a name's resolver and asks it */
  universalResolver: v.optional(
    v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address of 40 hex digits after 0x'), v.guard(isHex)),
    mainnetResolver,
  ),
})
export type EnsConfig = v.InferOutput<typeof EnsConfig>
