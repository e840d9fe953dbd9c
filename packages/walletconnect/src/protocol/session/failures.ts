import type { PayloadFailure } from './payload.js'

/** What peers tell each other when they say no, by name. */
export const peerFailures = {
  invalidMethod: { code: 1001, message: 'Invalid method.' },
  invalidEvent: { code: 1002, message: 'Invalid event.' },
  invalidUpdate: { code: 1003, message: 'Invalid update request.' },
  invalidExtend: { code: 1004, message: 'Invalid extend request.' },
  invalidSettle: { code: 1005, message: 'Invalid session settle request.' },
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method.' },
  unauthorizedEvent: { code: 3002, message: 'Unauthorized event.' },
  unauthorizedUpdate: { code: 3003, message: 'Unauthorized update request.' },
  unauthorizedExtend: { code: 3004, message: 'Unauthorized extend request.' },
  unauthorizedChain: { code: 3005, message: 'Unauthorized chain.' },
  rejectedRequest: { code: 4001, message: 'User rejected request.' },
  rejected: { code: 5000, message: 'User rejected.' },
  rejectedChains: { code: 5001, message: 'User rejected chains.' },
  rejectedMethods: { code: 5002, message: 'User rejected methods.' },
  rejectedEvents: { code: 5003, message: 'User rejected events.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  unsupportedMethods: { code: 5101, message: 'Unsupported methods.' },
  unsupportedEvents: { code: 5102, message: 'Unsupported events.' },
  unsupportedAccounts: { code: 5103, message: 'Unsupported accounts.' },
  unsupportedNamespace: { code: 5104, message: 'Unsupported namespace key.' },
  disconnected: { code: 6000, message: 'User disconnected.' },
  settlementFailed: { code: 7000, message: 'Session settlement failed.' },
  noSession: { code: 7001, message: 'No session for topic.' },
  requestExpired: { code: 8000, message: 'Session request expired.' },
  unsupportedCall: { code: 10_001, message: 'Unsupported wc_ method.' },
} as const

/** Whether a peer's no is its visitor's, and so no failure to tell anybody about. */
export const isVisitorsNo = ({ code }: PayloadFailure): boolean =>
  code === peerFailures.rejectedRequest.code ||
  (code >= peerFailures.rejected.code && code <= peerFailures.rejectedEvents.code)
