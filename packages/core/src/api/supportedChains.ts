import type { NetworkId } from '../chain/ids.js'
import { AbortedError } from '../errors/connection.js'
import { orAborted } from '../http/exchange.js'
import { kitPaths } from '../wire/paths.js'
import { SupportedChainsReply } from '../wire/project.js'
import type { Http } from './http.js'

/** Which networks the blockchain API serves. */
export interface SupportedChains {
  load(request?: { readonly signal?: AbortSignal | undefined }): Promise<SupportedChainsReply>
  isSupported(request: {
    readonly networkId: NetworkId | undefined
    readonly signal?: AbortSignal | undefined
  }): Promise<boolean>
}

/** Loads the list once; a failure is forgotten, so that the next call requests it again. */
export function createSupportedChains({
  http,
  onError,
}: {
  http: Http
  onError?: ((error: unknown) => void) | undefined
}): SupportedChains {
  let loading: Promise<SupportedChainsReply> | undefined

  const load: SupportedChains['load'] = ({ signal } = {}) => {
    // No caller's signal: it would end the load of the others. The time-out ends it.
    loading ??= http
      .get({ call: 'supportedChains', path: kitPaths.supportedChains, schema: SupportedChainsReply })
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return orAborted({ work: loading, signal })
  }

  return {
    load,
    async isSupported({ networkId, signal }) {
      if (!networkId) return false
      try {
        return (await load({ signal })).http.includes(networkId)
      } catch (error) {
        if (error instanceof AbortedError) throw error
        onError?.(error) // a list that doesn't load counts as unsupported [S7.2]; the reason goes to the host
        return false
      }
    },
  }
}

/** What a call of the blockchain API works with: it first asks whether the network is served [S7.1]. */
export interface GatedContext {
  readonly http: Http
  readonly chains: SupportedChains
  /** The active network. */
  readonly network: () => NetworkId | undefined
}

/** Something that a caller can abort. */
export interface Cancellable {
  readonly signal?: AbortSignal | undefined
}
