import { adminOperations } from './admin.js'
import { adminPageOperations } from './adminPages.js'
import { approvalOperations } from './approvals.js'
import { blockchainOperations } from './blockchain.js'
import { directoryOperations } from './directory.js'
import { documentationOperations } from './documentation.js'
import { healthOperations } from './health.js'
import { historyOperations } from './history.js'
import { metricsOperations } from './metrics.js'
import { nameOperations } from './names.js'
import { nftOperations } from './nfts.js'
import { onrampOperations } from './onramp.js'
import type { Operation } from './operation.js'
import { payOperations } from './pay.js'
import { priceOperations } from './prices.js'
import { projectOperations } from './project.js'
import { rpcOperations } from './rpc.js'
import { sessionOperations } from './sessions.js'
import { signInOperations } from './signIn.js'
import { swapOperations } from './swaps.js'
import { webhookOperations } from './webhooks.js'

/** Every call of the API. A test fails for a route that isn't listed, and for an entry without a route. */
export const operations: readonly Operation[] = [
  ...rpcOperations,
  ...blockchainOperations,
  ...historyOperations,
  ...approvalOperations,
  ...priceOperations,
  ...nftOperations,
  ...projectOperations,
  ...sessionOperations,
  ...signInOperations,
  ...swapOperations,
  ...onrampOperations,
  ...payOperations,
  ...webhookOperations,
  ...nameOperations,
  ...directoryOperations,
  ...healthOperations,
  ...metricsOperations,
  ...documentationOperations,
  ...adminOperations,
  ...adminPageOperations,
]
