import { blockchainOperations } from './blockchain.js'
import { documentationOperations } from './documentation.js'
import { healthOperations } from './health.js'
import type { Operation } from './operation.js'
import { projectOperations } from './project.js'
import { rpcOperations } from './rpc.js'

/** Every call of the API. A route that isn't among them fails a test, and so does one that only stands here. */
export const operations: readonly Operation[] = [
  ...rpcOperations,
  ...blockchainOperations,
  ...projectOperations,
  ...healthOperations,
  ...documentationOperations,
]
