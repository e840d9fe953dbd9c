import { FoyerError } from './FoyerError.js'

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
