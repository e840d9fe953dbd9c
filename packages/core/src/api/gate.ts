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
