import type { NetworkId } from '../chain/ids.js'
import type { Http } from './http.js'
import type { SupportedChains } from './supportedChains.js'

/** What a call of the blockchain API works with: it first asks whether the network is served [S7.1]. */
export interface GatedContext {
  readonly http: Http
  readonly chains: SupportedChains
  /** The active network. */
  readonly network: () => NetworkId | undefined
}

/** Something that a caller may call off. */
export interface Cancellable {
  readonly signal?: AbortSignal | undefined
}

/** Whether the active network is served, without which the calls answer what stands for nothing [S7.1 S7.2]. */
export function isServed({ chains, network }: GatedContext, { signal }: Cancellable): Promise<boolean> {
  return chains.isSupported({ networkId: network(), signal })
}
