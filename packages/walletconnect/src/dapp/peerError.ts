import {
  type ErrorFacts,
  type FoyerError,
  foreignError,
  JsonRpcError,
  UnknownWalletError,
  UnsupportedMethodError,
  UserRejectedError,
} from '@foyer/core/errors'
import { isVisitorsNo, type PayloadFailure, peerFailures } from '../protocol/index.js'

const { invalidMethod, unauthorizedMethod, unsupportedMethods, unsupportedCall } = peerFailures
const unsupported: readonly number[] = [invalidMethod, unauthorizedMethod, unsupportedMethods, unsupportedCall].map(
  ({ code }) => code,
)

/** What a wallet's no means, whatever its shape: many have neither code nor words. */
export function peerError(failure: PayloadFailure, context: ErrorFacts = {}): FoyerError {
  const { code: walletCode, message: text } = failure
  const options = { context, walletCode, cause: failure }
  if (isVisitorsNo(failure)) return new UserRejectedError(options)
  if (unsupported.includes(walletCode)) return new UnsupportedMethodError(options)
  const error = foreignError(failure, context)
  // Numbers that no standard of providers has.
  return error instanceof JsonRpcError && error.rpcName === undefined
    ? new UnknownWalletError({ ...options, text })
    : error
}
