import type { SwapFault } from '../connector/family.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import { type ErrorFacts, FoyerError } from './FoyerError.js'

/** A name was to be registered from an account that isn't the embedded login's [S6.7]. */
export class EmbeddedLoginRequiredError extends FoyerError {
  override readonly name = 'EmbeddedLoginRequiredError'
  readonly code = 'embedded_login_required'

  constructor() {
    super(
      "A name is registered from an account of the embedded login: connect by e-mail or a social account, which is the connector's type `AUTH`.",
    )
  }
}

/** A text can't be the first part of an account's name [S5.8 S5.9]. */
export class InvalidAccountNameError extends FoyerError {
  override readonly name = 'InvalidAccountNameError'
  readonly code = 'invalid_account_name'

  constructor({ fault }: { readonly fault: 'short' | 'characters' }) {
    const rule =
      fault === 'short'
        ? 'it must be at least 4 characters long'
        : 'it can only contain letters, numbers and - characters'
    super(`This can't be a name: ${rule}.`, { facts: { fault } })
  }
}

/** The operator's server gives no names, or the host named no server. */
export class NamesUnavailableError extends FoyerError {
  override readonly name = 'NamesUnavailableError'
  readonly code = 'names_unavailable'

  constructor() {
    super('No names can be registered here: the server gives none, or doesn’t serve the active network.', {
      notice: 'error.notSupported',
    })
  }
}

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
export class PopupBlockedError extends FoyerError {
  override readonly name = 'PopupBlockedError'
  readonly code = 'popup_blocked'

  constructor({ provider }: { readonly provider: string }) {
    super(`The browser blocked the window of ${provider}. Call it within a press, or offer its address as a link.`, {
      facts: { provider },
      notice: 'onramp.blockedText',
    })
  }
}

/** The operator's server names no page where coins are sold for the network. */
export class OnrampNotServedError extends FoyerError {
  override readonly name = 'OnrampNotServedError'
  readonly code = 'onramp_not_served'

  constructor({ networkId }: { readonly networkId: string | undefined }) {
    super(`There is no page where coins are sold for ${networkId ?? 'the network'}.`, {
      facts: { networkId },
      notice: 'onramp.noneWhy',
    })
  }
}

/** A server built a transaction that isn't the swap that the visitor saw; the wallet was asked for nothing [F27]. */
export class UnsafeSwapError extends FoyerError {
  override readonly name = 'UnsafeSwapError'
  readonly code = 'unsafe_swap'

  constructor({ fault }: { readonly fault: SwapFault }) {
    super(`The server built a transaction whose ${fault} isn't what was agreed, so it isn't signed.`, {
      facts: { fault },
      notice: 'swap.unsafe',
    })
  }
}

/** Something of a swap didn't come about; `notice` says what, and the cause why. */
export class SwapFailedError extends FoyerError {
  override readonly name = 'SwapFailedError'
  readonly code = 'swap_failed'

  constructor({ step, cause }: { readonly step: keyof typeof notices; readonly cause?: unknown }) {
    super(`${failures[step]}.`, { facts: { step }, notice: notices[step], cause })
  }
}

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

/** The active network isn't one where the server swaps, or knows what gas costs there. */
export class SwapNotSupportedError extends FoyerError {
  override readonly name = 'SwapNotSupportedError'
  readonly code = 'swap_not_supported'

  constructor({ networkId, asked }: { readonly networkId: string | undefined; readonly asked: 'Swaps' | 'Gas Price' }) {
    super(`Network not supported for ${asked}`, { facts: { networkId }, notice: 'error.chainNotSupported' })
  }
}

/** A network has no address at which its chain could be asked. */
export class NoRpcUrlError extends FoyerError {
  override readonly name = 'NoRpcUrlError'
  readonly code = 'no_rpc_url'

  constructor({ networkId }: { readonly networkId: string }) {
    super(`The network ${networkId} has no JSON-RPC address. Give it one in \`rpcUrls\` or \`customRpcUrls\`.`, {
      facts: { networkId },
      notice: 'error.networkUnavailable',
    })
  }
}

/** A transfer that no transaction of its family could carry out; the wallet saw nothing of it. */
export class InvalidTransferError extends FoyerError {
  override readonly name = 'InvalidTransferError'
  readonly code = 'invalid_transfer'

  constructor({ field }: { readonly field: 'to' | 'amount' | 'asset' }) {
    super(`The transfer's \`${field}\` can't be sent on this network.`, {
      facts: { field },
      notice: 'error.transactionFailed',
    })
  }
}

/** A transaction that was sent will never be mined: another took its place, or it wasn't taken into a block in time. */
export class TransactionDroppedError extends FoyerError {
  override readonly name = 'TransactionDroppedError'
  readonly code = 'transaction_dropped'

  constructor({
    hash,
    why = 'replaced',
  }: { readonly hash: string; readonly why?: 'replaced' | 'expired' | undefined }) {
    const reason =
      why === 'replaced'
        ? `Another transaction of the account took the place of ${hash}`
        : `The transaction ${hash} wasn't taken into a block in time`
    super(`${reason}, so it will never be mined.`, { facts: { hash }, notice: 'error.transactionFailed' })
  }
}

/** A transaction was to be sped up or cancelled, but is pending no more. The wallet saw nothing of it. */
export class TransactionNotPendingError extends FoyerError {
  override readonly name = 'TransactionNotPendingError'
  readonly code = 'transaction_not_pending'

  constructor({ hash }: { readonly hash: string }) {
    super(`The transaction ${hash} is pending no more, so nothing can take its place.`, { facts: { hash } })
  }
}

export type PayErrorCode = PayError['code']

interface PayErrorKind {
  readonly text: string
  readonly notice?: PlainSentenceKey
}

/** What can go wrong with a payment, by its stable code: the text for the developer, and the visitor's sentence where one can act. */
const kinds: Readonly<Record<PayErrorCode, PayErrorKind>> = {
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
}

/** A payment, or a question about one, came to nothing. */
export class PayError extends FoyerError {
  override readonly name = 'PayError'
  readonly code:
    | 'pay_invalid_config'
    | 'pay_invalid_recipient'
    | 'pay_invalid_asset'
    | 'pay_invalid_amount'
    | 'pay_unknown'
    | 'pay_not_started'
    | 'pay_wrong_family'
    | 'pay_failed'
    | 'pay_no_exchanges'
    | 'pay_asset_not_supported'
    | 'pay_no_url'
    | 'pay_no_status'

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
    const { text, notice } = kinds[code]
    super(why === undefined ? text : `${text}: ${why}`, { facts, notice, cause })
    this.code = code
  }
}
