import { FoyerError } from './FoyerError.js'
import { failure, setupFailure } from './failure.js'

/** The family's adapter, or the wallet, has no such action. `capabilities` says so beforehand. */
export class ActionUnsupportedError extends /* @__PURE__ */ failure('action_unsupported', {
  text: ({ action, family }: { action: string; family: string }) =>
    `${action} isn't available for ${family} here. Ask capabilities first, and show it as absent.`,
  notice: 'error.notSupported',
}) {}

/** A message isn't one to sign: half of a surrogate pair, or bytes that are no text where the family's wallets sign text alone. */
export class MessageNotTextError extends /* @__PURE__ */ failure('message_not_text', {
  text: 'The message is not text: it would be signed as another one, or not at all.',
  notice: 'error.notSupported',
}) {}

/** An account was named that no connection of its family holds. */
export class AccountNotConnectedError extends /* @__PURE__ */ setupFailure(
  'account_not_connected',
  ({ family }: { family: string }) =>
    `The account isn't among those that are connected in ${family}. Connect it first.`,
) {}

/** Something needs an account on a network and there is none [S8.20]. */
export class NetworkOrAddressUndefinedError extends /* @__PURE__ */ setupFailure(
  'network_or_address_undefined',
  ({ action }: { action: string }) =>
    `CaipNetwork or CaipAddress is undefined: ${action} needs a connected account. Connect first.`,
) {}

/** Something needs the active network and there is none [S8.20]. */
export class NetworkUndefinedError extends /* @__PURE__ */ setupFailure(
  'network_undefined',
  ({ action }: { action: string }) =>
    `CaipNetwork is undefined: ${action} needs an active network. Connect or switch first.`,
) {}

/** A view was opened whose feature is switched off in the options. */
export class FeatureDisabledError extends /* @__PURE__ */ setupFailure(
  'feature_disabled',
  ({ feature, view }: { feature: string; view: string }) =>
    `The view ${view} was opened, but \`features.${feature}\` is off. Switch it on, or don't open it.`,
) {}

/** Something is to be sent before the form says what and to whom [S5.11]. */
export class SendIncompleteError extends /* @__PURE__ */ failure('send_incomplete', {
  text: ({ missing }: { missing: 'token' | 'amount' | 'recipient' }) =>
    missing === 'token' ? 'A token is required' : 'An amount and receiver address are required',
  notice: 'send.incomplete',
}) {}

/** An answer came to an attempt that doesn't wait for one: it has ended, has an answer already, or asked nothing. */
export class AnswerNotAskedError extends /* @__PURE__ */ failure('answer_not_asked', {
  text: ({ attemptId }: { attemptId: number }) => `The attempt ${attemptId} doesn't wait for an answer.`,
}) {}

/** An answer isn't one to the question: a code of another length, or what another step takes. What was answered is no fact, as it may be a code. */
export class InvalidAnswerError extends FoyerError {
  override readonly name = 'InvalidAnswerError'
  readonly code = 'invalid_answer'

  constructor({ step, fields }: { readonly step: string; readonly fields: readonly string[] }) {
    super(`The step ${step} doesn't take this answer: ${fields.join(', ') || 'nothing was given'}.`, {
      facts: { step, fields: fields.join(', ') },
    })
  }
}

/** A login can't be begun like this: the connector hasn't the way that was chosen, or the e-mail address can't be one. The address is no fact. */
export class InvalidLoginError extends FoyerError {
  override readonly name = 'InvalidLoginError'
  readonly code = 'invalid_login'

  constructor({ connectorId, field }: { readonly connectorId: string; readonly field: 'method' | 'email' }) {
    super(
      field === 'email'
        ? 'The e-mail address of the login can’t be one.'
        : `The connector ${connectorId} hasn't this way to log in: see its \`logins\`.`,
      { facts: { connectorId, field: `login.${field}` }, notice: field === 'email' ? 'error.invalidEmail' : undefined },
    )
  }
}

/** A connector wanted to show a surface of its own while it neither connects nor is connected. */
export class SurfaceNotAskedError extends /* @__PURE__ */ failure('surface_not_asked', {
  text: ({ connectorId }: { connectorId: string }) =>
    `Nothing is asked of the connector ${connectorId}, so that it has nothing to show.`,
}) {}

/** Too many codes were wrong: the login is over, and another one may be begun. */
export class TooManyCodesError extends /* @__PURE__ */ failure('too_many_codes', {
  text: 'Too many codes were wrong. Begin the login again.',
  notice: 'error.tooManyCodes',
}) {}

/** A transaction that was sent came to something else: the chain reverted it, or the visitor put another in its place. So did a batch of calls. */
export class TransactionFailedError extends FoyerError {
  override readonly name = 'TransactionFailedError'
  readonly code = 'transaction_failed'
  /** The outcome. */
  readonly status: 'reverted' | 'cancelled' | 'replaced' | 'dropped' | 'partial' | 'failed' | 'unknown'

  constructor({
    hash,
    status,
    reason,
  }: Pick<TransactionFailedError, 'status'> & { readonly hash: string; readonly reason?: string | undefined }) {
    super(`The transaction ${hash} was ${status}${reason ? `: ${reason}` : '.'}`, {
      facts: { hash, status },
      notice: notices[status],
    })
    this.status = status
  }
}

/** The wallet took a transaction, and no node knows it: its account is a contract, and its owners may have to sign first. It is followed, and carried out once they have. */
export class TransactionHeldError extends FoyerError {
  override readonly name = 'TransactionHeldError'
  readonly code = 'transaction_held'

  /** @param parameters.hash - the wallet's own name for it */
  constructor({ hash }: { readonly hash: string }) {
    super(`No node knows the transaction ${hash}: the account's owners may have to sign it in the wallet.`, {
      facts: { hash },
      notice: 'account.transactionHeld',
    })
  }
}

const notices = {
  reverted: 'account.transactionReverted',
  cancelled: 'account.transactionCancelled',
  replaced: 'account.transactionReplaced',
  dropped: 'account.transactionReplaced',
  partial: 'account.callsPartial',
  failed: 'account.callsFailed',
  unknown: 'error.callsUnknown',
} as const
