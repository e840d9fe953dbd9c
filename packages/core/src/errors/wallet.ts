import type { PlainSentenceKey } from '../messages/sentences.js'
import { type ErrorFacts, FoyerError } from './FoyerError.js'

export interface WalletErrorOptions {
  /** What was being done: the connector, the method, the chain. Never a secret. */
  readonly context?: ErrorFacts | undefined
  /** The number that the wallet gave, where it gave one: 4001 and 5000 both are a refusal. */
  readonly walletCode?: number | undefined
  readonly cause?: unknown
}

/** What a wallet answers instead of a result. The wallet's own words are in `cause`. */
export abstract class WalletError extends FoyerError {
  readonly walletCode: number | undefined

  constructor(message: string, notice: PlainSentenceKey, { context, walletCode, cause }: WalletErrorOptions) {
    super(message, { facts: { ...context, ...(walletCode === undefined ? {} : { walletCode }) }, notice, cause })
    this.walletCode = walletCode
  }
}

/** The wallet answered, but not with what the method returns. */
export class WalletAnswerError extends FoyerError {
  override readonly name = 'WalletAnswerError'
  readonly code = 'wallet_answer'

  constructor({
    method,
    expected,
    context,
    cause,
  }: { method: string; expected: string; context?: ErrorFacts | undefined; cause?: unknown }) {
    super(`The wallet's answer to ${method} is invalid: it should be ${expected}.`, {
      facts: { ...context, method, expected },
      notice: 'error.wrongAnswer',
      cause,
    })
  }
}

/** The capability and bundle errors of EIP-5792 [S8.39]. */
export const walletCapabilityNames = {
  5700: 'UnsupportedNonOptionalCapabilityError',
  5710: 'UnsupportedChainIdError',
  5720: 'DuplicateIdError',
  5730: 'UnknownBundleIdError',
  5740: 'BundleTooLargeError',
  5750: 'AtomicReadyWalletRejectedUpgradeError',
  5760: 'AtomicityNotSupportedError',
} as const

export type WalletCapabilityCode = keyof typeof walletCapabilityNames

export function isWalletCapabilityCode(code: number): code is WalletCapabilityCode {
  return Object.hasOwn(walletCapabilityNames, code)
}

/** The wallet can't do what a bundle of calls asks for; `capability` says which of the errors of EIP-5792 it is. */
export class WalletCapabilityError extends WalletError {
  override readonly name = 'WalletCapabilityError'
  readonly code = 'wallet_capability'
  readonly capability: (typeof walletCapabilityNames)[WalletCapabilityCode]

  constructor({ walletCode, ...options }: WalletErrorOptions & { readonly walletCode: WalletCapabilityCode }) {
    const capability = walletCapabilityNames[walletCode]
    super(`The wallet can't carry out these calls: ${capability} (${walletCode}).`, 'error.notSupported', {
      ...options,
      walletCode,
    })
    this.capability = capability
  }
}

/** The visitor said no in the wallet: EIP-1193 4001, WalletConnect 5000, and their like [S8.39]. Not a crash. */
export class UserRejectedError extends WalletError {
  override readonly name = 'UserRejectedError'
  readonly code = 'user_rejected'

  constructor(options: WalletErrorOptions = {}) {
    super('The request was refused in the wallet.', 'error.rejected', options)
  }
}

/** The wallet already shows a prompt of the same kind (its answer -32002), so it took no second one. */
export class RequestPendingError extends WalletError {
  override readonly name = 'RequestPendingError'
  readonly code = 'request_pending'

  constructor(options: WalletErrorOptions = {}) {
    super(
      'The wallet already has a request of this kind open; the visitor must answer that one first.',
      'error.requestPending',
      options,
    )
  }
}

/** How long a request waits for the visitor before it expires, in milliseconds, so that every promise settles [F18]. */
export const requestExpiryMs: number = 5 * 60_000

/** No whole answer within the time allowed [S8.37]. */
export class RequestTimeoutError extends FoyerError {
  override readonly name = 'RequestTimeoutError'
  readonly code = 'request_timeout'

  constructor({
    timeoutMs,
    context,
    cause,
  }: { timeoutMs?: number | undefined; context?: ErrorFacts | undefined; cause?: unknown } = {}) {
    super('The request took too long to respond.', {
      facts: { ...context, timeoutMs },
      notice: 'error.timedOut',
      cause,
    })
  }
}

/** The wallet has not given this page the account or the method (EIP-1193 4100) [S8.39]. */
export class UnauthorizedError extends WalletError {
  override readonly name = 'UnauthorizedError'
  readonly code = 'unauthorized'

  constructor(options: WalletErrorOptions = {}) {
    super(
      'The wallet has not authorised this page for the account or the method. Connect first.',
      'error.walletLocked',
      options,
    )
  }
}

/** The wallet has no such method (EIP-1193 4200) [S8.39]. */
export class UnsupportedMethodError extends WalletError {
  override readonly name = 'UnsupportedMethodError'
  readonly code = 'unsupported_method'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet does not support this method.', 'error.notSupported', options)
  }
}

/** The wallet does not know the chain (EIP-3326 4902, also nested in `data.originalError`) [S8.39]; it can be offered with `wallet_addEthereumChain`. */
export class UnrecognizedChainError extends WalletError {
  override readonly name = 'UnrecognizedChainError'
  readonly code = 'unrecognized_chain'

  constructor(options: WalletErrorOptions = {}) {
    super(
      'The wallet does not know the chain. Offer it with wallet_addEthereumChain.',
      'error.chainNotSupported',
      options,
    )
  }
}

/** The wallet is cut off from the chain that was asked for (EIP-1193 4901) [S8.39]. */
export class ChainDisconnectedError extends WalletError {
  override readonly name = 'ChainDisconnectedError'
  readonly code = 'chain_disconnected'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet is disconnected from the chain that was asked for.', 'error.networkUnavailable', options)
  }
}

/** The wallet is cut off from every chain (EIP-1193 4900) [S8.39]. */
export class ProviderDisconnectedError extends WalletError {
  override readonly name = 'ProviderDisconnectedError'
  readonly code = 'provider_disconnected'

  constructor(options: WalletErrorOptions = {}) {
    super('The wallet is disconnected from all chains.', 'error.walletDisconnected', options)
  }
}
