// What wallets say no with, and an application only reads.

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
