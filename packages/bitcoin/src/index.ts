export { type BitcoinOptions, bitcoin } from './bitcoin.js'
export {
  InsufficientCoinsError,
  InvalidBitcoinTransferError,
  MessageNotTextError,
  MethodNotSupportedError,
  NoEsploraError,
  NotReplaceableError,
  type NotReplaceableReason,
  type PsbtFault,
  UnsafePsbtError,
} from './errors.js'
export type { BitcoinProvider, BitcoinTransaction, PsbtInput, SigningProtocol } from './family.js'
