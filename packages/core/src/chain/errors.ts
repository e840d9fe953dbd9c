import { FoyerError } from '../errors/FoyerError.js'

/** Which part of an id breaks its grammar. */
export type IdFault = 'parts' | 'namespace' | 'reference' | 'address' | 'asset'

/** A text that isn't a CAIP-2 network id. */
export class InvalidNetworkIdError extends FoyerError {
  override readonly name = 'InvalidNetworkIdError'
  readonly code = 'invalid_network_id'
  constructor({ fault }: { fault: IdFault }) {
    super(`Invalid CAIP-2 network id: wrong ${fault}. It is written namespace:reference, such as eip155:1.`, {
      facts: { fault },
    })
  }
}

/** A text that isn't a CAIP-10 account id. The text itself is left out: addresses don't belong in logs. */
export class InvalidAccountIdError extends FoyerError {
  override readonly name = 'InvalidAccountIdError'
  readonly code = 'invalid_account_id'
  constructor({ fault }: { fault: IdFault }) {
    super(`Invalid CAIP-10 address: wrong ${fault}. It is written namespace:reference:address.`, { facts: { fault } })
  }
}

/** An id that is well written, but of a chain family that the kit doesn't know. */
export class UnknownFamilyError extends FoyerError {
  override readonly name = 'UnknownFamilyError'
  readonly code = 'unknown_family'
  constructor({ family }: { family: string }) {
    super(`The chain family ${family} isn't known. Known are those that \`families\` of @foyer/core/chain lists.`, {
      facts: { family },
    })
  }
}

/** A value that isn't hexadecimal as Ethereum's JSON-RPC writes it, or doesn't hold what was asked of it. */
export class InvalidHexError extends FoyerError {
  override readonly name = 'InvalidHexError'
  readonly code = 'invalid_hex'
  constructor({
    wanted,
    cause,
  }: { wanted: 'quantity' | 'bytes' | 'utf-8' | 'transaction hash' | 'a number of 0 or more'; cause?: unknown }) {
    super(`Invalid hexadecimal: wanted ${wanted}, such as 0x1f.`, { facts: { wanted }, cause })
  }
}
