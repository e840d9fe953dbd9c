// What peers tell each other when they say no, by name: each by itself, so that a page has only those that it says. Here are an application's own;
// those of wallets are read by code that comes with the first one.
export * from './walletFailures.js'

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
