import type { IdentityReply } from '@foyer/core/wire'
import type { Ens } from './ens.js'
import { evmAddressOf } from './evmAddressOf.js'
import { avatarUrl } from './records.js'
import { NameUnreadableError } from './refusals.js'
import type { Registry } from './registry.js'
import type { Zone } from './zone.js'

export interface Identities {
  /**
   * The name and picture of an address; null where there are none.
   * @throws ChainUnavailableError when ENS is unavailable
   * @see S7.4
   */
  of(request: { address: string; signal: AbortSignal }): Promise<IdentityReply>
}

export interface IdentitiesParameters {
  /** null where the server gives no names */
  own: { readonly zone: Zone; readonly registry: Pick<Registry, 'ofAddress'> } | null
  /** null where no ENS is configured */
  ens: Pick<Ens, 'nameOf' | 'textOf'> | null
  /** this server's public address; without it no pictures are given */
  publicUrl: string | undefined
}

const empty: IdentityReply = { name: null, avatar: null }

/** A name of the server's own zone comes first: it was given here. Only an address without one is looked up in ENS. */
export function createIdentities({ own, ens, publicUrl }: IdentitiesParameters): Identities {
  const fromEns = async ({ address, signal }: { address: `0x${string}`; signal: AbortSignal }) => {
    const name = ens === null ? null : await ens.nameOf({ address, signal })
    if (ens === null || name === null) return empty
    const avatar = await ens.textOf({ name, key: 'avatar', signal })
    return { name, avatar: avatar === null ? null : avatarUrl({ publicUrl, name }) }
  }
  return {
    async of({ address: text, signal }) {
      const address = evmAddressOf(text)
      if (address === null) return empty
      const [registered] = own === null ? [] : await own.registry.ofAddress(address)
      if (own !== null && registered !== undefined) {
        const name = own.zone.nameOf(registered.label)
        return { name, avatar: registered.avatar === null ? null : avatarUrl({ publicUrl, name }) }
      }
      try {
        return await fromEns({ address, signal })
      } catch (error) {
        // The name that the address chose is broken, which only its owner can mend.
        if (error instanceof NameUnreadableError) return empty
        throw error
      }
    },
  }
}
