import type { ReadCall } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { readAggregate } from './readAggregate.js'
import { readBallotCall } from './readBallot.js'
import { readBeside } from './readBeside.js'
import { readBridgeCall } from './readBridgeCall.js'
import { readBurn } from './readBurn.js'
import { readControl } from './readControl.js'
import { readExecutedSwap } from './readExecutedSwap.js'
import { readLiquidityCall } from './readLiquidityCall.js'
import { readOwnCalls } from './readOwnCalls.js'
import { readPairCall } from './readPairCall.js'
import { readPermit2Call } from './readPermit2Call.js'
import { readPoolCall } from './readPoolCall.js'
import { readPositionCall } from './readPositionCall.js'
import { readPowers } from './readPowers.js'
import { readPresigned } from './readPresigned.js'
import { readRouterCall } from './readRouterCall.js'
import { readSafeCall } from './readSafe.js'
import { readSeaportCall } from './readSeaportCall.js'
import { readSelfCalls } from './readSelfCalls.js'
import { readTokenCall } from './readTokenCall.js'
import { readVaultCall } from './readVaultCall.js'
import { readVotesCall } from './readVotes.js'

export { amongOthers } from './amongOthers.js'
export { inPart } from './inPart.js'
export { approvalOfOne, readHandOver } from './nftCalls.js'
export { readBallot } from './readBallot.js'
export { readDelegations } from './readDelegation.js'
export { readSignedPower } from './readPowers.js'
export { readSafeMove, readSafeMoves } from './readReceiver.js'
export { readVotes } from './readVotes.js'
export { readWrapping } from './readWrapping.js'

const readers = [
  readOwnCalls,
  readPairCall,
  readLiquidityCall,
  readPoolCall,
  readPositionCall,
  readRouterCall,
  readPermit2Call,
  readAggregate,
  readSafeCall,
  readVaultCall,
  readSeaportCall,
  readExecutedSwap,
  readControl,
  readPresigned,
  readTokenCall,
  readVotesCall,
  readBallotCall,
  readPowers,
  readBridgeCall,
  readBurn,
  readSelfCalls,
  // What nothing else reads may be a message to no contract.
  readBeside,
] as const

/** Reads what isn't a token's own: exchanges, what controls a contract, and calls that others carry out. It comes with the first such call. */
export async function readMoreCalls(called: MoreCalled): Promise<ReadCall | undefined> {
  for (const read of readers) {
    const found = await read(called)
    if (found) return found
  }
  return undefined
}
