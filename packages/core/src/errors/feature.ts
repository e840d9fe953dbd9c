import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { type ErrorFacts, FoyerError } from './FoyerError.js'
import { failure, setupFailure } from './failure.js'

/** A name was to be registered from an account that isn't the embedded login's [S6.7]. */
export class EmbeddedLoginRequiredError extends /* @__PURE__ */ failure('embedded_login_required', {
  text: "A name is registered from an account of the embedded login: connect by e-mail or a social account, which is the connector's type `AUTH`.",
}) {}

/** The active connection isn't a login by e-mail, or its wallet has no other address. */
export class EmailNotUpdatableError extends /* @__PURE__ */ failure('email_not_updatable', {
  text: 'Not connected to email or social: an address is updated where the active connection is a login by e-mail.',
}) {}

/** The connected wallet has no other kind of account where it is. */
export class AccountTypeNotOfferedError extends /* @__PURE__ */ failure('account_type_not_offered', {
  text: ({ family }: { family: string }) =>
    `The connected wallet has one kind of account only on the network that ${family} is on: \`isSmartAccountOffered\` says where there is a choice.`,
}) {}

/** A text can't be the first part of an account's name [S5.8 S5.9]. */
export class InvalidAccountNameError extends /* @__PURE__ */ failure('invalid_account_name', {
  text: ({ fault }: { fault: 'short' | 'characters' }) =>
    fault === 'short'
      ? "This can't be a name: it must be at least 4 characters long."
      : "This can't be a name: it can only contain letters, numbers and - characters.",
}) {}

/** The operator's server gives no names, or the host named no server. */
export class NamesUnavailableError extends /* @__PURE__ */ failure('names_unavailable', {
  text: 'No names can be registered here: the server gives none, or doesn’t serve the active network.',
  notice: 'error.notSupported',
}) {}

/** A call about account names failed. Its message is for the visitor: the server's own reason, else what was tried [S8.19]. */
export class NameServiceError extends FoyerError {
  override readonly name = 'NameServiceError'
  readonly code = 'name_service'

  constructor({
    message,
    facts,
    cause,
  }: { readonly message: string; readonly facts: ErrorFacts; readonly cause: unknown }) {
    super(message, { facts, cause })
  }
}

/** The browser kept a provider's window from opening. A link that the visitor presses opens it. */
export class PopupBlockedError extends /* @__PURE__ */ failure('popup_blocked', {
  text: ({ provider }: { provider: string }) =>
    `The browser blocked the window of ${provider}. Call it within a press, or offer its address as a link.`,
  notice: 'onramp.blockedText',
}) {}

/** The operator's server names no page where coins are sold for the network. */
export class OnrampNotServedError extends /* @__PURE__ */ failure('onramp_not_served', {
  text: ({ networkId }: { networkId: string | undefined }) =>
    `There is no page where coins are sold for ${networkId ?? 'the network'}.`,
  notice: 'onramp.noneWhy',
}) {}

/** A server built a transaction that isn't the swap that the visitor saw; the wallet was asked for nothing [F27]. */
export class UnsafeSwapError extends /* @__PURE__ */ failure('unsafe_swap', {
  text: ({ fault }: { fault: SwapFault }) =>
    `The server built a transaction whose ${fault} isn't what was agreed, so it isn't signed.`,
  notice: 'swap.unsafe',
}) {}

const failures = {
  initialize: 'Failed to initialize swap',
  allowance: 'Failed to check allowance',
  approval: 'Failed to create approval transaction',
  transaction: 'Failed to create transaction',
} as const

const notices = {
  initialize: 'swap.initFailed',
  allowance: 'swap.allowanceFailed',
  approval: 'swap.approvalFailed',
  transaction: 'swap.transactionFailed',
} as const

/** Something of a swap didn't come about; `notice` says what, and the cause why. */
export class SwapFailedError extends /* @__PURE__ */ failure('swap_failed', {
  text: ({ step }: { step: keyof typeof notices }) => `${failures[step]}.`,
  notice: ({ step }) => notices[step],
}) {}

/** The active network isn't one where the server swaps, or knows what gas costs there. */
export class SwapNotSupportedError extends /* @__PURE__ */ failure('swap_not_supported', {
  text: ({ asked }: { networkId: string | undefined; asked: 'Swaps' | 'Gas Price' }) =>
    `Network not supported for ${asked}`,
  notice: 'error.chainNotSupported',
}) {}

/** A network has no address at which its chain could be asked. */
export class NoRpcUrlError extends /* @__PURE__ */ failure('no_rpc_url', {
  text: ({ networkId }: { networkId: string }) =>
    `The network ${networkId} has no JSON-RPC address. Give it one in \`rpcUrls\` or \`customRpcUrls\`.`,
  notice: 'error.networkUnavailable',
}) {}

/** A transfer that no transaction of its family could carry out; the wallet saw nothing of it. */
export class InvalidTransferError extends /* @__PURE__ */ failure('invalid_transfer', {
  text: ({ field }: { field: 'to' | 'amount' | 'asset' }) =>
    `The transfer's \`${field}\` can't be sent on this network.`,
  notice: 'error.transactionFailed',
}) {}

/** A node was handed a signed transaction and gave no clear answer: it may have passed it on. The cause says what it answered. */
export class BroadcastUnclearError extends /* @__PURE__ */ failure('broadcast_unclear', {
  text: 'The node may have passed the transaction on. Look at the account’s history before sending again.',
  notice: 'error.mayHaveBeenSent',
}) {}

/** A transaction that was sent will never be mined: another took its place, or it wasn't taken into a block in time. */
export class TransactionDroppedError extends /* @__PURE__ */ failure('transaction_dropped', {
  text: ({ hash, why }: { hash: string; why?: 'expired' | undefined }) =>
    why === 'expired'
      ? `The transaction ${hash} wasn't taken into a block in time, so it will never be mined.`
      : `Another transaction of the account took the place of ${hash}, so it will never be mined.`,
  notice: 'error.transactionFailed',
}) {}

/** A transaction was to be sped up or cancelled, but is pending no more. The wallet saw nothing of it. */
export class TransactionNotPendingError extends /* @__PURE__ */ failure('transaction_not_pending', {
  text: ({ hash }: { hash: string }) => `The transaction ${hash} is pending no more, so nothing can take its place.`,
}) {}

interface PayErrorKind {
  readonly text: string
  readonly notice?: PlainSentenceKey
}

/** The failures of a payment, by stable code: the text for the developer, and the visitor's sentence where one can act. */
const kinds = {
  pay_invalid_config: { text: 'Invalid payment configuration' },
  pay_invalid_recipient: { text: 'Invalid recipient address' },
  pay_invalid_asset: { text: 'Invalid asset specified' },
  pay_invalid_amount: { text: 'Invalid payment amount' },
  pay_unknown: { text: 'Unknown payment error occurred', notice: 'pay.failed' },
  pay_not_started: { text: 'Unable to initiate payment', notice: 'pay.exchangeFailed' },
  pay_wrong_family: { text: 'Invalid chain namespace' },
  pay_failed: { text: 'Unable to process payment', notice: 'pay.failed' },
  pay_no_exchanges: { text: 'Unable to get exchanges', notice: 'pay.exchangesFailed' },
  pay_asset_not_supported: {
    text: 'Asset not supported by the selected exchange',
    notice: 'pay.assetNotSupported',
  },
  pay_no_url: { text: 'Unable to get payment URL', notice: 'pay.exchangeFailed' },
  pay_no_status: { text: 'Unable to get buy status', notice: 'pay.statusUnknown' },
} as const satisfies Readonly<Record<string, PayErrorKind>>

export type PayErrorCode = keyof typeof kinds

/** A payment, or a question about one, came to nothing. */
export class PayError extends FoyerError {
  override readonly name = 'PayError'
  readonly code: keyof typeof kinds

  constructor({
    code,
    why,
    facts,
    cause,
  }: {
    readonly code: PayErrorCode
    /** One sentence for the developer: what is wrong, and what to do. */
    readonly why?: string | undefined
    readonly facts?: ErrorFacts | undefined
    readonly cause?: unknown
  }) {
    const { text, notice }: PayErrorKind = kinds[code]
    super(why === undefined ? text : `${text}: ${why}`, { facts, notice, cause })
    this.code = code
  }
}

/** A package added a feature with an attempt or an event under the name of another one. */
export class FeatureNameTakenError extends /* @__PURE__ */ setupFailure(
  'feature_name_taken',
  ({ what, name }: { what: 'attempt' | 'event'; name: string }) =>
    `There is an ${what} of the name ${name} already. Give the one of the feature that is added a name of its own.`,
) {}

/** A rule of a view that a package added threw, and decided nothing; or what draws the view did. */
export class FeatureFailedError extends /* @__PURE__ */ setupFailure(
  'feature_failed',
  ({ view, rule }: { view: string; rule: string }) => `\`${rule}\` of the view ${view} threw. See the cause.`,
) {}

/** A view was opened that no feature of the kit has, or that the code of its feature doesn't draw. */
export class ViewNotFoundError extends /* @__PURE__ */ setupFailure(
  'view_not_found',
  ({ view }: { view: string }) =>
    `The view ${view} was opened, but nothing draws it. Pass its feature in \`customFeatures\`, whose \`load\` resolves with it in \`views\`.`,
) {}

/** A package added a view under the name of another one. */
export class ViewNameTakenError extends /* @__PURE__ */ setupFailure(
  'view_name_taken',
  ({ view }: { view: string }) =>
    `There is a view of the name ${view} already. Give the one that is added a name of its own.`,
) {}

/** The part of a built transaction that isn't as it was agreed, or can't be read. */
export type SwapFault = 'call' | 'target' | 'spender' | 'value' | 'amount' | 'minimum' | 'recipient' | 'token'
