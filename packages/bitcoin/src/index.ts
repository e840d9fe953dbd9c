export { type BitcoinOptions, bitcoin } from './bitcoin.js'
export * from './errors.js'
export type { BitcoinProvider, BitcoinTransaction, PsbtInput, SigningProtocol } from './family.js'
