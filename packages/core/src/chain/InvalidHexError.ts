import { FoyerError } from '../errors/FoyerError.js'

/** A value that isn't hexadecimal as Ethereum's JSON-RPC writes it, or doesn't hold what was asked of it. */
export class InvalidHexError extends FoyerError {
  override readonly name = 'InvalidHexError'
  readonly code = 'invalid_hex'
  constructor({
    wanted,
    cause,
  }: { wanted: 'quantity' | 'bytes' | 'utf-8' | 'a number of 0 or more'; cause?: unknown }) {
    super(`Invalid hexadecimal: wanted ${wanted}, such as 0x1f.`, { facts: { wanted }, cause })
  }
}
