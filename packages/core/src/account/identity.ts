import type { QueryObserverOptions } from '@tanstack/query-core'
import type { Family } from '../chain/ids.js'
import type { FoyerContext } from '../context.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { Network } from '../networks/network.js'
import type { IdentityState } from './watch.js'
import { statusOf, watchAccount } from './watchAccount.js'

/** An account's name and picture, as the operator's server knows them; empty where it has none. */
export interface Identity {
  readonly name: string
  /** Where the picture is. */
  readonly avatar: string
}

/** How long an identity counts as fresh [S9.9]. */
const identityFreshMs = 5 * 60_000

export interface IdentityParameters {
  readonly address: string
  readonly network: Network
}

/** Asks the operator's server for an account's name and picture; both are empty where the host named no server. */
export function identityQuery(
  { api, options }: FoyerContext,
  { address, network: { caipNetworkId: networkId } }: IdentityParameters,
): QueryObserverOptions<Identity> & { queryKey: readonly string[] } {
  return {
    queryKey: ['identity', networkId, address],
    staleTime: identityFreshMs,
    async queryFn({ signal }) {
      if (!api) return { name: '', avatar: '' }
      const { name, avatar } = await (await api()).identity({ address, networkId, signal })
      return { name: name ?? '', avatar: isPicture(avatar, options.api) ? avatar : '' }
    },
  }
}

/** A name's owner chooses the picture: only what an `img` may show, and plain http only from the operator's own server. */
function isPicture(address: string | null, server: string | undefined): address is string {
  if (!address) return false
  return /^(https:\/\/|data:image\/)/.test(address) || (server !== undefined && address.startsWith(`${server}/`))
}

/** What `watchIdentity` does. */
export function startIdentity(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  onIdentity: (identity: IdentityState) => void,
): () => void {
  return watchAccount({
    foyer,
    family,
    query: (subject) => identityQuery(contextOf(foyer), subject),
    listener(known) {
      if (!known) return onIdentity({ status: 'idle', name: undefined, avatar: undefined })
      const { data } = known.result
      onIdentity({ status: statusOf(known.result), name: data?.name || undefined, avatar: data?.avatar || undefined })
    },
  })
}
