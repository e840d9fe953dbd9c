import { FoyerError } from '@foyer/core/errors'
import type { PayloadFailure } from '../protocol/index.js'

/** A wallet agreed to connect, but not to anything that was asked for, or malformed. It was told, and the session is none. */
export class SettlementUnusableError extends FoyerError {
  override readonly name = 'SettlementUnusableError'
  readonly code = 'settlement_unusable'

  constructor({ failure: { code, message } }: { readonly failure: PayloadFailure }) {
    super(`The wallet's session can't be used: ${message}`, { facts: { peerCode: code }, notice: 'error.notSupported' })
  }
}
