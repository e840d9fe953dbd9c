import {
  type ErrorFacts,
  type FoyerError,
  foreignError,
  JsonRpcError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnknownWalletError,
  UnsupportedMethodError,
  UserRejectedError,
} from '@foyer/core/errors'
import { isUserRejection, type PayloadFailure, peerFailures } from '../protocol/index.js'

export { SettlementUnusableError } from './errors.js'

const gone = [peerFailures.noSession, peerFailures.disconnected]
const unsupported = [
  peerFailures.invalidMethod,
  peerFailures.unauthorizedMethod,
  peerFailures.unsupportedMethods,
  peerFailures.unsupportedCall,
]

/** What a wallet's no means, whatever its shape: many have neither code nor words. */
export function peerError(failure: PayloadFailure, context: ErrorFacts = {}): FoyerError {
  const { code: walletCode, message: text } = failure
  const options = { context, walletCode, cause: failure }
  if (isUserRejection(failure)) return new UserRejectedError(options)
  const isOneOf = (all: readonly PayloadFailure[]) => all.some(({ code }) => code === walletCode)
  if (isOneOf(unsupported)) return new UnsupportedMethodError(options)
  if (isOneOf(gone)) return new ProviderDisconnectedError(options)
  if (walletCode === peerFailures.requestExpired.code) return new RequestTimeoutError(options)
  const error = foreignError(failure, context)
  // Numbers that no standard of providers has say nothing by themselves.
  return error instanceof JsonRpcError && error.rpcName === undefined && error.rpcData === undefined
    ? new UnknownWalletError({ ...options, text })
    : error
}
