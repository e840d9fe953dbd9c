/** What wallets of Polkadot are asked over a WalletConnect session and nodes by JSON-RPC, and what they answer: for both sides. */

export { isSameAccount, readAddress, writeAddress } from '../addresses/ss58.js'
export { chainIn, isGenesisOf } from '../chain/chains.js'
export { coinsQuery, genesisQuery } from '../chain/queries.js'
export { type PolkadotMethod, type PolkadotMethods, polkadotMethods } from './methods.js'
