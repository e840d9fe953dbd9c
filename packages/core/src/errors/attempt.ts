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
