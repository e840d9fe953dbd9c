import type { Context } from 'hono'
import type { CommonServices } from '../routes/commonServices.js'
import type { Env } from '../routes/env.js'
import type { Served } from '../routes/routeOn.js'
import type { KeeperBase } from './base.js'

/** What the keeper's routes ask. Nothing of the API of chains is among it. */
export interface KeeperServices
  extends Served,
    Pick<
      CommonServices,
      'database' | 'isDraining' | 'log' | 'metrics' | 'metricsToken' | 'now' | 'requestId' | 'walletOrigin'
    > {
  readonly keeper: KeeperBase
  /** aborts when the keeper leaves, so that no device waits for a node that is gone */
  readonly leaving: AbortSignal
  /** Where a visitor roughly is, as a trusted proxy says; null where none does. */
  readonly placeOf: (c: Context<Env>) => string | null
}
