import type { CallerBudget } from '../budget/callerBudget.js'
import type { ClientKey } from '../budget/clientAddress.js'
import type { Holdings } from '../budget/holdings.js'
import type { Log } from '../log/createLog.js'
import type { Metrics } from '../metrics/metrics.js'
import type { SignedCalls } from '../signedCalls/signedCalls.js'

/** Services that the routes of any server ask, whatever else it serves. */
export interface CommonServices {
  readonly callers: CallerBudget
  /** bytes of bodies */
  readonly bodies: Holdings
  /** requests under way */
  readonly slots: Holdings
  /** finds what calls of one network hold, where a server passes calls on to networks */
  readonly chains: { find(id: string): { readonly slots: Holdings } | null | undefined }
  readonly clientKey: ClientKey
  readonly database: { ping(): Promise<void> }
  /** whether the node is leaving, so that nothing more is to be sent to it */
  readonly isDraining: () => boolean
  readonly log: Log
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
  readonly now: () => number
  readonly requestId: () => string
  /** what devices sign; null where there is no login */
  readonly signedCalls: SignedCalls | null
  /** of the wallet's own page; null where the operator set up no wallet */
  readonly walletOrigin: string | null
}
