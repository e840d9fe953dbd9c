/** The requests to wallets of MultiversX over a WalletConnect session and to gateways by paths, and their answers: for both sides. */

export { parseAddress, readAddress } from '../addresses/address.js'
export { gatewayPaths } from '../chain/gateway.js'
export { accountQuery, configQuery, headQuery } from '../chain/queries.js'
export { type MultiversxMethod, type MultiversxMethods, multiversxMethods } from './methods.js'
