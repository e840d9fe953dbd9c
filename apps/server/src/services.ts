import type { Budget } from '@foyer/service/budget/budget'
import type { ClientAddress } from '@foyer/service/budget/clientAddress'
import type { Holdings } from '@foyer/service/budget/holdings'
import type { Redis } from '@foyer/service/redis/redis'
import type { BackgroundWork } from '@foyer/service/repeatedWork'
import type { CommonServices } from '@foyer/service/route/commonServices'
import type { AdminAccess } from './admin/adminAccess.js'
import type { Administration } from './admin/administration.js'
import type { OpenApprovals } from './approvals/openApprovals.js'
import type { Balances } from './balances/balances.js'
import type { Chains } from './chains/chains.js'
import type { Delegates } from './chains/delegates.js'
import type { Descriptors } from './descriptors/descriptors.js'
import type { Directory } from './directory/directory.js'
import type { Events } from './events/events.js'
import type { HeldNfts } from './heldNfts/heldNfts.js'
import type { History } from './history/history.js'
import type { Indexer } from './indexer/indexer.js'
import type { Login } from './login/createLogin.js'
import type { Naming } from './names/createNaming.js'
import type { Nfts } from './nfts/nfts.js'
import type { Onramp } from './onramp/onramp.js'
import type { PurchaseLedger } from './onramp/purchases.js'
import type { Payments } from './pay/payments.js'
import type { Paymasters } from './paymasters/paymasters.js'
import type { Prices } from './prices/prices.js'
import type { ProjectBudget } from './projects/projectBudget.js'
import type { Projects } from './projects/projects.js'
import type { Usage } from './projects/usage.js'
import type { RelayEndpoint } from './relay/endpoint.js'
import type { SmartSessions } from './sessions/smartSessions.js'
import type { SignIns } from './signIn/signIns.js'
import type { SimulationService } from './simulation/simulation.js'
import type { Redeeming } from './sponsor/redeeming.js'
import type { Sponsor } from './sponsor/sponsor.js'
import type { Swaps } from './swaps/swaps.js'
import type { Tokens } from './tokens/tokens.js'
import type { Warnings } from './warnings/warnings.js'

/** The services of the routes: one a room, each of which can be another in a test. */
export interface Services extends CommonServices {
  /** null where the operator set no token: then there is no administration */
  readonly adminAccess: AdminAccess | null
  /** how often a client may give a token */
  readonly adminLimit: Budget
  readonly administration: Administration
  readonly approvals: OpenApprovals
  readonly background: readonly BackgroundWork[]
  readonly balances: Balances
  /** bytes of nodes' answers that are held as a whole */
  readonly answers: Holdings
  readonly chains: Chains
  /** the address that a request comes from, whole */
  readonly clientAddress: ClientAddress
  readonly delegates: Delegates
  readonly descriptors: Descriptors
  readonly directory: Directory
  readonly events: Events
  readonly heldNfts: HeldNfts
  readonly history: History
  readonly indexer: Indexer
  /** null where the operator set up no login */
  readonly login: Login | null
  readonly naming: Naming
  readonly nfts: Nfts
  readonly onramp: Onramp
  readonly payments: Payments
  /** null where there is no login, or the operator names no one who carries operations out */
  readonly paymasters: Paymasters | null
  readonly prices: Prices
  /** what is paid from for whatever is asked in a project's name */
  readonly projectBudget: ProjectBudget
  readonly projects: Projects
  /** where visitors and senders of messages reach this server, in front of all proxies */
  readonly publicUrl: string | undefined
  readonly purchases: PurchaseLedger
  /** undefined for a node that is alone */
  readonly redis: Pick<Redis, 'isUp'> | undefined
  readonly relay: RelayEndpoint
  readonly signIns: SignIns
  readonly simulation: SimulationService
  /** null where the operator pays for no one's operations: of what sessions' keys redeem */
  readonly redeeming: Redeeming | null
  /** null where the operator pays for no one's operations */
  readonly sponsor: Sponsor | null
  readonly swaps: Swaps
  readonly smartSessions: SmartSessions
  readonly tokens: Tokens
  readonly usage: Usage
  readonly warnings: Warnings
}
