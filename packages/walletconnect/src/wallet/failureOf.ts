import { InvalidNamespacesError, InvalidPayloadError, type PayloadFailure } from '../protocol/index.js'

/** What an application is told of a call that can't be read or granted; undefined where the fault isn't its own. */
export function failureOf(error: unknown): PayloadFailure | undefined {
  if (error instanceof InvalidNamespacesError) return error.failure
  return error instanceof InvalidPayloadError ? { code: -32_602, message: 'Invalid params.' } : undefined
}
