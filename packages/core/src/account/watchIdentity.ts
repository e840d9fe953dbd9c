import type { Family } from '../chain/ids.js'
import type { Foyer } from '../foyer.js'
import { identityQuery } from './identityQuery.js'
import { statusOf, type WatchStatus, watchAccount } from './watchAccount.js'

/** An account's name and picture, as they are known by now. */
export interface IdentityState {
  /** `idle`: nobody is connected, or the network isn't configured. A failure keeps what was known. */
  readonly status: WatchStatus
  /** Undefined where there is none, or it isn't known yet. */
  readonly name: string | undefined
  readonly avatar: string | undefined
}

/**
 * Follows the name and picture of a family's chosen account over changes of account and network, where the host named a server to ask.
 *
 * @returns stops
 * @see S9.9: an answer counts as fresh for 5 min
 * @example
 * const stop = watchIdentity(foyer, {}, ({ name, avatar }) => console.log(name, avatar))
 */
export function watchIdentity(
  foyer: Foyer,
  { family }: { readonly family?: Family | undefined },
  listener: (identity: IdentityState) => void,
): () => void {
  return watchAccount({
    foyer,
    family,
    query: (subject) => identityQuery(foyer.context, subject),
    tell(known) {
      if (!known) return listener({ status: 'idle', name: undefined, avatar: undefined })
      const { data } = known.result
      listener({ status: statusOf(known.result), name: data?.name || undefined, avatar: data?.avatar || undefined })
    },
  })
}
