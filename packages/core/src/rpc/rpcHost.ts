import type { Clock } from '../clock/clock.js'
import type { RpcUrlsParameters } from '../networks/networkUrls.js'

/** The kit's parts that requests to chains depend on. */
export interface RpcHost {
  /** The settings that decide a network's JSON-RPC, for `rpcUrlsFor` and `walletRpcUrlsFor` of `@foyer/core/networks`. */
  readonly rpc: Omit<RpcUrlsParameters, 'network'>
  /** Time, as the kit sees it. */
  readonly clock: Clock
  /** `rank`: a network's addresses are pinged while they are used, and the best is asked first [S9.38]; false by default. */
  readonly rank?: boolean | undefined
  /** Registers what `stop` of the kit must end. */
  onStop?(end: () => void): void
}
