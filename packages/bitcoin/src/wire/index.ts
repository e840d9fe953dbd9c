/** What Bitcoin's wallets are asked over a WalletConnect session, and what they answer: for both sides. */

export {
  type BitcoinAddress,
  BitcoinAddresses,
  type BitcoinMethod,
  type BitcoinMethods,
  bitcoinMethods,
} from './methods.js'
export { addressesChanged, addressesProperty } from './names.js'
