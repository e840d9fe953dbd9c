export { type BitcoinOptions, bitcoin } from './bitcoin.js'
export {
  InsufficientFundsError,
  InvalidMessageError,
  InvalidTransferError,
  MethodNotSupportedError,
  NoEsploraError,
  type PsbtFault,
  UnsafePsbtError,
} from './errors.js'
export type { BitcoinProvider, BitcoinTransaction, PsbtInput, SigningProtocol } from './family.js'
