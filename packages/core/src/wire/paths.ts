import { walletImagePath } from './sdk.js'

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

/** The calls of features. */
const featurePaths = {
  fungiblePrice: '/v1/fungible/price',
  history: '/v1/account/:address/history',
  nfts: '/v1/account/:address/nfts',
  approvals: '/v1/account/:address/approvals',
  convertTokens: '/v1/convert/tokens',
  convertQuotes: '/v1/convert/quotes',
  convertGasPrice: '/v1/convert/gas-price',
  convertAllowance: '/v1/convert/allowance',
  convertBuildApprove: '/v1/convert/build-approve',
  convertBuildTransaction: '/v1/convert/build-transaction',
  smartSessions: '/v1/sessions/:address',
  activateSmartSession: '/v1/sessions/:address/activate',
  revokeSmartSession: '/v1/sessions/:address/revoke',
  wallets: '/getWallets',
  assetImage: '/public/getAssetImage/:imageId',
  currencyImage: '/public/getCurrencyImage/:currencyId',
  tokenImage: '/public/getTokenImage/:symbol',
  name: '/v1/profile/account/:name',
  namesOfAddress: '/v1/profile/reverse/:address',
  nameZone: '/v1/profile/zone',
  nameSuggestions: '/v1/profile/suggestions/:name',
  registerName: '/v1/profile/account',
  nameAvatar: '/v1/profile/avatar/:name',
  nameGateway: '/v1/ccip',
  nameGatewayCall: '/v1/ccip/:sender/:data',
  nftImage: '/v1/nfts/:chainId/:contract/:tokenId/image',
  onrampOptions: '/v1/onramp/options',
  onrampQuote: '/v1/onramp/quote',
  onrampUrl: '/v1/generators/onrampurl',
  pay: '/v1/json-rpc',
  authNonce: '/auth/v1/nonce',
  authenticate: '/auth/v1/authenticate',
  authMe: '/auth/v1/me',
  authMetadata: '/auth/v1/account-metadata',
  authSignOut: '/auth/v1/sign-out',
} as const

/** Where each call lives below its service's origin [S7.3 S7.4 S7.5 S7.6 S7.7 S7.9 S7.10 S7.11 S7.12 S7.13 S7.14 S7.15 S7.16 S7.17 S7.21 S7.22 S7.27 S7.29 S7.31 S7.33]; a name after a colon is a path parameter. */
export const paths: typeof kitPaths & typeof featurePaths & { readonly walletImage: typeof walletImagePath } = {
  ...kitPaths,
  ...featurePaths,
  walletImage: walletImagePath,
}
