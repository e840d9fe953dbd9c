// The reasons that peers give each other, each a constant of its own so that a bundle has only those that it uses.
// First those that an application sends.

export const invalidMethod = { code: 1001, message: 'Invalid method.' } as const
export const invalidEvent = { code: 1002, message: 'Invalid event.' } as const
export const invalidUpdate = { code: 1003, message: 'Invalid update request.' } as const
export const invalidExtend = { code: 1004, message: 'Invalid extend request.' } as const
export const invalidSettle = { code: 1005, message: 'Invalid session settle request.' } as const
export const unauthorizedEvent = { code: 3002, message: 'Unauthorized event.' } as const
export const unsupportedChains = { code: 5100, message: 'Unsupported chains.' } as const
export const unsupportedAccounts = { code: 5103, message: 'Unsupported accounts.' } as const
export const unsupportedNamespace = { code: 5104, message: 'Unsupported namespace key.' } as const
export const disconnected = { code: 6000, message: 'User disconnected.' } as const
export const settlementFailed = { code: 7000, message: 'Session settlement failed.' } as const
export const unsupportedCall = { code: 10_001, message: 'Unsupported wc_ method.' } as const

// Those that a wallet sends.

export const unauthorizedMethod = { code: 3001, message: 'Unauthorized method.' } as const
export const unauthorizedUpdate = { code: 3003, message: 'Unauthorized update request.' } as const
export const unauthorizedExtend = { code: 3004, message: 'Unauthorized extend request.' } as const
export const unauthorizedChain = { code: 3005, message: 'Unauthorized chain.' } as const
export const rejectedRequest = { code: 4001, message: 'User rejected request.' } as const
export const rejected = { code: 5000, message: 'User rejected.' } as const
export const rejectedChains = { code: 5001, message: 'User rejected chains.' } as const
export const rejectedMethods = { code: 5002, message: 'User rejected methods.' } as const
export const rejectedEvents = { code: 5003, message: 'User rejected events.' } as const
export const unsupportedMethods = { code: 5101, message: 'Unsupported methods.' } as const
export const unsupportedEvents = { code: 5102, message: 'Unsupported events.' } as const
export const noSession = { code: 7001, message: 'No session for topic.' } as const
export const requestExpired = { code: 8000, message: 'Session request expired.' } as const
