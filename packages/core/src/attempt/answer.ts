import * as v from 'valibot'
import type { Answer, AskingStep } from '../connector/live.js'
import { contextOf } from '../context.js'
import { AnswerNotAskedError, InvalidAnswerError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import type { AttemptId } from '../state/attempt.js'

export type AnswerParameters = Answer & { readonly attemptId: AttemptId }

const SendAgain = v.strictObject({ sendAgain: v.literal(true) })

/** Returns the schema of a step's answer. */
function schemaOf(step: AskingStep): v.GenericSchema<unknown, Answer> {
  switch (step.type) {
    case 'codeSent': {
      const Code = v.pipe(v.string(), v.regex(/^\d+$/), v.length(step.digits))
      return v.union([v.strictObject({ code: Code }), SendAgain])
    }
    case 'deviceApproval':
      return SendAgain
    case 'popup':
      return v.strictObject({ opened: v.boolean() })
    case 'preview':
      return v.strictObject({ approved: v.boolean() })
  }
}

/**
 * Answers what an attempt asks the visitor: the code that was sent, that another is to be sent, that the window has been opened, or whether the wallet is to be asked for what was shown. The step of
 * `store.getState().connection.attempts` says what is asked.
 *
 * @throws AnswerNotAskedError where the attempt waits for no answer (any more) · InvalidAnswerError where it's none to the question
 * @example answer(foyer, { attemptId, code: '123456' })
 */
export function answer(foyer: Pick<Foyer, 'close'>, { attemptId, ...given }: AnswerParameters): void {
  const running = contextOf(foyer).running.get(attemptId)
  const { asking } = running ?? {}
  if (!running || !asking) throw new AnswerNotAskedError({ attemptId })
  const parsed = v.safeParse(schemaOf(asking.step), given)
  if (!parsed.success) throw new InvalidAnswerError({ step: asking.step.type, fields: Object.keys(given) })
  running.asking = undefined
  asking.resolve(parsed.output)
}
