import type { BackgroundWork } from './background.js'
import type { Balances } from './balances/balances.js'
import type { Chains } from './chains/chains.js'
import type { Events } from './events/events.js'
import type { ClientKey } from './limits/clientAddress.js'
import type { ClientLimit } from './limits/clientLimit.js'
import type { Log } from './log/createLog.js'
import type { Identities } from './names/identities.js'
import type { Projects } from './projects/projects.js'
import type { Usage } from './projects/usage.js'

/** What the routes ask: one service a room, each of which can be another in a test. */
export interface Services {
  readonly background: readonly BackgroundWork[]
  readonly balances: Balances
  readonly chains: Chains
  readonly clientKey: ClientKey
  readonly database: { ping(): Promise<void> }
  readonly events: Events
  readonly identities: Identities
  readonly log: Log
  readonly now: () => number
  readonly projects: Projects
  readonly rateLimit: ClientLimit
  readonly requestId: () => string
  readonly usage: Usage
}
