/** What wallets of MultiversX are asked over a WalletConnect session and gateways by paths, and what they answer: for both sides. */

export { parseAddress, readAddress } from '../addresses/address.js'
export { gatewayPaths } from '../chain/gateway.js'
export { accountQuery, configQuery, headQuery } from '../chain/queries.js'
export { type MultiversxMethod, type MultiversxMethods, multiversxMethods } from './methods.js'
