import type { CommonServices } from '@foyer/service/route/commonServices'
import type { Env } from '@foyer/service/route/env'
import type { Context } from 'hono'
import type { KeeperBase } from './base.js'

/** Services that the keeper's routes ask. Nothing of the API of chains is among them. */
export interface KeeperServices extends CommonServices {
  readonly keeper: KeeperBase
  /** aborts when the keeper leaves, so that no device waits for a node that is gone */
  readonly leaving: AbortSignal
  /** Returns a visitor's rough place, as a trusted proxy says it; null where none does. */
  readonly placeOf: (c: Context<Env>) => string | null
}
