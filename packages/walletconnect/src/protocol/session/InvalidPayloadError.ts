import { FoyerError } from '@foyer/core/errors'

/** What a peer or a relay says isn't a message of the protocol. Only the place in it is told, not what stands there. */
export class InvalidPayloadError extends FoyerError {
  override readonly name = 'InvalidPayloadError'
  readonly code = 'invalid_payload'
  /** A path, such as `params.namespaces.eip155.methods`; empty where the whole is wrong. */
  readonly field: string

  constructor({ field, cause }: { readonly field: string; readonly cause?: unknown }) {
    super(`The message is malformed${field ? ` at \`${field}\`` : ''}.`, { facts: { field }, cause })
    this.field = field
  }
}
