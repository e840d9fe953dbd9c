import {
  FoyerError,
  foreignError,
  JsonRpcError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnknownWalletError,
  UnsupportedMethodError,
  UserRejectedError,
} from '@foyer/core/errors'
import type { ProposalEnd } from '../engine/engine.js'
import * as peerFailures from '../protocol/failures.js'
import { isUserRejection, type PayloadFailure } from '../protocol/payload.js'

/** A wallet agreed to connect, but to nothing that was requested, or malformed. It was answered so, and there is no session. */
export class SettlementUnusableError extends FoyerError {
  override readonly name = 'SettlementUnusableError'
  readonly code = 'settlement_unusable'

  constructor({ failure: { code, message } }: { readonly failure: PayloadFailure }) {
    super(`The wallet's session can't be used: ${message}`, { facts: { peerCode: code }, notice: 'error.notSupported' })
  }
}

const gone: readonly number[] = [peerFailures.noSession.code, peerFailures.disconnected.code]
const unsupported: readonly number[] = [
  peerFailures.invalidMethod.code,
  peerFailures.unauthorizedMethod.code,
  peerFailures.unsupportedMethods.code,
  peerFailures.unsupportedCall.code,
]

/** The error that a wallet's refusal means, whatever its shape: many have neither code nor text. */
export function peerError(failure: PayloadFailure): FoyerError {
  const { code: walletCode, message: text } = failure
  const options = { walletCode, cause: failure }
  if (isUserRejection(failure)) return new UserRejectedError(options)
  if (unsupported.includes(walletCode)) return new UnsupportedMethodError(options)
  if (gone.includes(walletCode)) return new ProviderDisconnectedError(options)
  if (walletCode === peerFailures.requestExpired.code) return new RequestTimeoutError(options)
  const error = foreignError(failure)
  // Numbers that no standard of providers has say nothing by themselves.
  return error instanceof JsonRpcError && error.rpcName === undefined && error.rpcData === undefined
    ? new UnknownWalletError({ ...options, text })
    : error
}

/** The error that a proposal which came to nothing rejects with. */
export const endError = (end: Exclude<ProposalEnd, { readonly type: 'expired' }>): FoyerError =>
  end.type === 'unusable' ? new SettlementUnusableError(end) : peerError(end.failure)
