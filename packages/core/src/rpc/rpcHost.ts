import type { Clock } from '../clock/clock.js'
import type { RpcUrlsParameters } from '../networks/networkUrls.js'

/** What asking chains depends on of the kit. */
export interface RpcHost {
  /** What decides where a network's JSON-RPC is asked, for `rpcUrlsFor` and `walletRpcUrlsFor` of `@foyer/core/networks`. */
  readonly rpc: Omit<RpcUrlsParameters, 'network'>
  /** Time, as the kit sees it. */
  readonly clock: Clock
  /** `rank`: a network's addresses are pinged while they are used, and the best is asked first [S9.38]; false by default. */
  readonly rank?: boolean | undefined
  /** What `stop` of the kit must end. */
  onStop?(end: () => void): void
}
