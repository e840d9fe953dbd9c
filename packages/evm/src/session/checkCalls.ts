import type { Foyer } from '@foyer/core'
import { JsonRpcError } from '@foyer/core/errors'
import { contractReadsOf, isContractRefusal } from '@foyer/signing/grants'
import { BaseError } from 'viem'
import { callsFault } from '../grants.js'
import { getPublicClient } from '../viem/index.js'
import { SessionContractChangedError } from './errors.js'
import type { KeptGrant } from './keptSession.js'

interface Checked {
  readonly foyer: Foyer
  readonly networkId: `eip155:${string}`
  readonly granted: Pick<KeptGrant, 'context'>
}

/**
 * Asks the chain whether the calls of a session may be made: a contract whose code has changed since may hand over what the account has.
 *
 * @throws SessionContractChangedError, and what the chain's nodes throw
 */
export async function checkCalls({ foyer, networkId, granted: { context } }: Checked): Promise<void> {
  const why = await callsFault({ context, reads: contractReadsOf(getPublicClient(foyer, { networkId }), isRefused) })
  if (why !== undefined) throw new SessionContractChangedError({ why })
}

/** By the kit's own transport. */
function isRefused(error: unknown): boolean {
  const said = error instanceof BaseError ? error.walk((each) => each instanceof JsonRpcError) : null
  return said instanceof JsonRpcError && isContractRefusal({ code: said.rpcCode, message: said.message })
}
