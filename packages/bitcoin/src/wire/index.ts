/** What Bitcoin's wallets are asked over a WalletConnect session, and what they answer: for both sides. */

export * from './methods.js'
export { addressesChanged, addressesProperty } from './names.js'
