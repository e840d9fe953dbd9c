/** The requests to Bitcoin's wallets over a WalletConnect session, and their answers: for both sides. */

export * from './methods.js'
export { addressesChanged, addressesProperty } from './names.js'
