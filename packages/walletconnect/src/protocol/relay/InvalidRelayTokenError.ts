import { FoyerError } from '@foyer/core/errors'

/** What is wrong with a relay's token. */
export type RelayTokenFault = 'shape' | 'header' | 'issuer' | 'audience' | 'expired' | 'notYetValid' | 'signature'

/** A relay's token isn't accepted. */
export class InvalidRelayTokenError extends FoyerError {
  override readonly name = 'InvalidRelayTokenError'
  readonly code = 'invalid_relay_token'
  readonly fault: RelayTokenFault

  constructor({ fault, cause }: { readonly fault: RelayTokenFault; readonly cause?: unknown }) {
    super(`The token for the relay isn't accepted: ${fault}.`, { facts: { fault }, cause })
    this.fault = fault
  }
}
