import { ConfigError } from './config.js'
import { FoyerError } from './FoyerError.js'

/** The family's adapter, or the wallet, has no such action. `capabilities` says so beforehand. */
export class ActionUnsupportedError extends FoyerError {
  override readonly name = 'ActionUnsupportedError'
  readonly code = 'action_unsupported'

  constructor({ action, family }: { readonly action: string; readonly family: string }) {
    super(`${action} isn't available for ${family} here. Ask capabilities first, and show it as absent.`, {
      facts: { action, family },
      notice: 'error.notSupported',
    })
  }
}

/** An account was named that no connection of its family holds. */
export class AccountNotConnectedError extends ConfigError {
  override readonly name = 'AccountNotConnectedError'
  readonly code = 'account_not_connected'

  constructor({ family }: { readonly family: string }) {
    super(`The account isn't among those that are connected in ${family}. Connect it first.`, { family })
  }
}

/** Something needs an account on a network and there is none [S8.20]. */
export class NetworkOrAddressUndefinedError extends ConfigError {
  override readonly name = 'NetworkOrAddressUndefinedError'
  readonly code = 'network_or_address_undefined'

  constructor({ action }: { action: string }) {
    super(`CaipNetwork or CaipAddress is undefined: ${action} needs a connected account. Connect first.`, { action })
  }
}

/** Something needs the active network and there is none [S8.20]. */
export class NetworkUndefinedError extends ConfigError {
  override readonly name = 'NetworkUndefinedError'
  readonly code = 'network_undefined'

  constructor({ action }: { action: string }) {
    super(`CaipNetwork is undefined: ${action} needs an active network. Connect or switch first.`, { action })
  }
}

/** A view was opened whose feature is switched off in the options. */
export class FeatureDisabledError extends ConfigError {
  override readonly name = 'FeatureDisabledError'
  readonly code = 'feature_disabled'

  constructor({ feature, view }: { readonly feature: string; readonly view: string }) {
    super(`The view ${view} was opened, but \`features.${feature}\` is off. Switch it on, or don't open it.`, {
      feature,
      view,
    })
  }
}

/** Something is to be sent before the form says what and to whom [S5.11]. */
export class SendIncompleteError extends FoyerError {
  override readonly name = 'SendIncompleteError'
  readonly code = 'send_incomplete'

  constructor({ missing }: { readonly missing: 'token' | 'amount' | 'recipient' }) {
    super(missing === 'token' ? 'A token is required' : 'An amount and receiver address are required', {
      facts: { missing },
      notice: 'send.incomplete',
    })
  }
}

/** An answer came to an attempt that doesn't wait for one: it has ended, has an answer already, or asked nothing. */
export class AnswerNotAskedError extends FoyerError {
  override readonly name = 'AnswerNotAskedError'
  readonly code = 'answer_not_asked'

  constructor({ attemptId }: { readonly attemptId: number }) {
    super(`The attempt ${attemptId} doesn't wait for an answer.`, { facts: { attemptId } })
  }
}

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
export class SurfaceNotAskedError extends FoyerError {
  override readonly name = 'SurfaceNotAskedError'
  readonly code = 'surface_not_asked'

  constructor({ connectorId }: { readonly connectorId: string }) {
    super(`Nothing is asked of the connector ${connectorId}, so that it has nothing to show.`, {
      facts: { connectorId },
    })
  }
}

/** Too many codes were wrong: the login is over, and another one may be begun. */
export class TooManyCodesError extends FoyerError {
  override readonly name = 'TooManyCodesError'
  readonly code = 'too_many_codes'

  constructor() {
    super('Too many codes were wrong. Begin the login again.', { notice: 'error.tooManyCodes' })
  }
}

/** A transaction that was sent came to something else: the chain reverted it, or the visitor put another in its place. */
export class TransactionFailedError extends FoyerError {
  override readonly name = 'TransactionFailedError'
  readonly code = 'transaction_failed'
  /** What became of it. */
  readonly status: 'reverted' | 'cancelled' | 'replaced' | 'dropped'

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

const notices = {
  reverted: 'account.transactionReverted',
  cancelled: 'account.transactionCancelled',
  replaced: 'account.transactionReplaced',
  dropped: 'account.transactionReplaced',
} as const
