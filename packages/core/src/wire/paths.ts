/** Where each call lives below its service's origin [S7.3 S7.4 S7.5 S7.13 S7.21 S7.22 S7.27 S7.29 S7.31 S7.33]; a name after a colon is a path parameter. */
export const paths = {
  supportedChains: '/v1/supported-chains',
  identity: '/v1/identity/:address',
  balance: '/v1/account/:address/balance',
  fungiblePrice: '/v1/fungible/price',
  history: '/v1/account/:address/history',
  rpc: '/v1/',
  allowedOrigins: '/projects/v1/origins',
  analyticsConfig: '/getAnalyticsConfig',
  events: '/e',
  smartSessions: '/v1/sessions/:address',
  activateSmartSession: '/v1/sessions/:address/activate',
  revokeSmartSession: '/v1/sessions/:address/revoke',
} as const
