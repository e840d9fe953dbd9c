/** The calls that every kit makes, apart from the others so that a first view doesn't carry those [S7.3 S7.4 S7.13 S7.27 S7.29 S7.31 S7.33]. */
export const kitPaths = {
  supportedChains: '/v1/supported-chains',
  identity: '/v1/identity/:address',
  balance: '/v1/account/:address/balance',
  rpc: '/v1/',
  allowedOrigins: '/projects/v1/origins',
  analyticsConfig: '/getAnalyticsConfig',
  events: '/e',
} as const
