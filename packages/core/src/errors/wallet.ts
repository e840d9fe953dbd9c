import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { FoyerError, type FoyerErrorOptions } from './FoyerError.js'
import { type FailureOptions, failure } from './failure.js'

export interface WalletErrorOptions extends FailureOptions {
  /** The number that the wallet gave, where it gave one: 4001 and 5000 both are a refusal. */
  readonly walletCode?: number | undefined
}

/** A wallet's error in place of a result. The wallet's own words are in `cause`. */
export abstract class WalletError extends FoyerError {
  readonly walletCode: number | undefined

  constructor(message: string, options: FoyerErrorOptions) {
    super(message, options)
    const walletCode = options.facts?.walletCode
    this.walletCode = typeof walletCode === 'number' ? walletCode : undefined
  }
}

/** The class of what a wallet answers in a number of its own, see {@link failure}. */
const walletFailure = <const Code extends string>(
  code: Code,
  kind: { readonly text: string; readonly notice: PlainSentenceKey },
) => failure<Code, Pick<WalletErrorOptions, 'walletCode'>, WalletError>(code, { ...kind, base: WalletError })

/** The wallet answered, but not with what the method returns. */
export class WalletAnswerError extends /* @__PURE__ */ failure('wallet_answer', {
  text: ({ method, expected }: { method: string; expected: string }) =>
    `The wallet's answer to ${method} is invalid: it should be ${expected}.`,
  notice: 'error.wrongAnswer',
}) {}

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

/** The visitor's sentences for them: what isn't theirs to mend counts as something that the wallet can't do. */
const capabilityNotices: Readonly<Partial<Record<WalletCapabilityCode, PlainSentenceKey>>> = {
  5710: 'error.chainNotSupported',
  5730: 'error.callsUnknown',
  5740: 'error.tooManyCalls',
  5750: 'error.upgradeDeclined',
  5760: 'error.notAtomic',
}

/** The wallet can't do what a bundle of calls asks for; `capability` says which of the errors of EIP-5792 it is. */
export class WalletCapabilityError extends WalletError {
  override readonly name = 'WalletCapabilityError'
  readonly code = 'wallet_capability'
  readonly capability: (typeof walletCapabilityNames)[WalletCapabilityCode]

  constructor({ walletCode, context, cause }: FailureOptions & { readonly walletCode: WalletCapabilityCode }) {
    const capability = walletCapabilityNames[walletCode]
    super(`The wallet can't carry out these calls: ${capability} (${walletCode}).`, {
      facts: { ...context, walletCode },
      notice: capabilityNotices[walletCode] ?? 'error.notSupported',
      cause,
    })
    this.capability = capability
  }
}

/** The visitor said no in the wallet: EIP-1193 4001, WalletConnect 5000, and their like [S8.39]. Not a crash. */
export class UserRejectedError extends /* @__PURE__ */ walletFailure('user_rejected', {
  text: 'The request was refused in the wallet.',
  notice: 'error.rejected',
}) {}

/** The wallet already shows a prompt of the same kind (its answer -32002), so it took no second one. */
export class RequestPendingError extends /* @__PURE__ */ walletFailure('request_pending', {
  text: 'The wallet already has a request of this kind open; the visitor must answer that one first.',
  notice: 'error.requestPending',
}) {}

/** The timeout of a request to the visitor, in milliseconds, so that every promise settles [F18]. */
export const requestExpiryMs: number = 5 * 60_000

/** No whole answer within the time allowed [S8.37]. */
export class RequestTimeoutError extends /* @__PURE__ */ failure('request_timeout', {
  text: (_: { timeoutMs?: number | undefined }) => 'The request took too long to respond.',
  notice: 'error.timedOut',
}) {}

/** The wallet has not given this page the account or the method (EIP-1193 4100) [S8.39]. */
export class UnauthorizedError extends /* @__PURE__ */ walletFailure('unauthorized', {
  text: 'The wallet has not authorised this page for the account or the method. Connect first.',
  notice: 'error.walletLocked',
}) {}

/** The wallet has no such method (EIP-1193 4200) [S8.39]. */
export class UnsupportedMethodError extends /* @__PURE__ */ walletFailure('unsupported_method', {
  text: 'The wallet does not support this method.',
  notice: 'error.notSupported',
}) {}

/** The wallet does not know the chain (EIP-3326 4902, also nested in `data.originalError`) [S8.39]; it can be offered with `wallet_addEthereumChain`. */
export class UnrecognizedChainError extends /* @__PURE__ */ walletFailure('unrecognized_chain', {
  text: 'The wallet does not know the chain. Offer it with wallet_addEthereumChain.',
  notice: 'error.chainNotSupported',
}) {}

/** The wallet calls the chain id invalid (32603, positive) [S8.39]; some wallets mean that they do not know the chain. */
export class InvalidChainIdError extends /* @__PURE__ */ walletFailure('invalid_chain_id', {
  text: 'The wallet calls the chain id invalid.',
  notice: 'error.chainNotSupported',
}) {}

/** The wallet is cut off from the chain that was asked for (EIP-1193 4901) [S8.39]. */
export class ChainDisconnectedError extends /* @__PURE__ */ walletFailure('chain_disconnected', {
  text: 'The wallet is disconnected from the chain that was asked for.',
  notice: 'error.networkUnavailable',
}) {}

/** The wallet is cut off from every chain (EIP-1193 4900) [S8.39]. */
export class ProviderDisconnectedError extends /* @__PURE__ */ walletFailure('provider_disconnected', {
  text: 'The wallet is disconnected from all chains.',
  notice: 'error.walletDisconnected',
}) {}

/** A wallet failed in a way that no standard names. `cause` is what it threw. */
export class UnknownWalletError extends WalletError {
  override readonly name = 'UnknownWalletError'
  readonly code = 'unknown_wallet'

  constructor({ text, context, cause }: FailureOptions & { readonly text?: string | undefined } = {}) {
    super(`The wallet failed${text ? `: ${text.slice(0, 500)}` : ' without saying why.'}`, {
      facts: context,
      notice: 'error.unknown',
      cause,
    })
  }
}
