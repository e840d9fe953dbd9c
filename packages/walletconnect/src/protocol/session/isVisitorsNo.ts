import type { PayloadFailure } from './payload.js'
import * as peerFailures from './peerFailures.js'

/** Whether a peer's no is its visitor's, and so no failure to tell anybody about. */
export const isVisitorsNo = ({ code }: PayloadFailure): boolean =>
  code === peerFailures.rejectedRequest.code ||
  (code >= peerFailures.rejected.code && code <= peerFailures.rejectedEvents.code)
