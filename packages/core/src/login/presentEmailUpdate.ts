import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { contextOf } from '../context.js'
import { InvalidLoginError } from '../errors/action.js'
import type { Foyer, ShownKit } from '../foyer.js'
import type { FoyerState } from '../state/state.js'
import { roomOf } from '../store/observable.js'
import { type Selected, selected } from '../store/selected.js'
import { attemptView } from '../view/attemptView.js'
import { reportUnexpected } from '../view/views.js'
import { againAtOf, CodeAnswers, sentBy } from './codeAnswers.js'
import { loginEmailOf } from './emailRules.js'
import type { UpdateEmailAttempt } from './feature.js'
import { knownEmailOf } from './knownEmail.js'
import { secondsUntil } from './secondsUntil.js'
import { cancelEmailUpdate, updateEmail } from './updateEmail.js'

/**
 * The phase of an update of the address: `idle` before one and after a cancelled one; `starting`; `code` while one is to be typed in; `checking` while it is
 * looked at; `links` while those that were sent to both addresses are to be followed; `updated`; or `failed`.
 */
export type EmailUpdatePhase = 'idle' | 'starting' | 'code' | 'checking' | 'links' | 'updated' | 'failed'

export interface EmailUpdate {
  /** By which address the visitor logs in; undefined where they don't by one. */
  readonly email: string | undefined
  /** The phase of the update. */
  readonly phase: EmailUpdatePhase
  /** The address that it goes to. */
  readonly updatingTo: string | undefined
  /** The address that the code was sent to. */
  readonly sentTo: string | undefined
  /** The number of its digits. */
  readonly digits: number
  /** The number of wrong codes so far: with each the field begins anew. */
  readonly wrongCodes: number
  /** ms since 1970: until then the code is good. */
  readonly expiresAt: number | undefined
  /** In how many seconds it may be begun again; 0 from then on. */
  readonly againIn: number
  /** Why it failed, by key: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /** Why, in the words of the operator's wallet, where it says more. */
  readonly reason: string | undefined
  /** After how many seconds it may be tried again, where it was too early. */
  readonly tooEarly: number | undefined
  /** Begins an update. */
  readonly start: (email: string) => void
  /** Answers with the code that was typed in. */
  readonly submitCode: (code: string) => void
  /** Gives it up. */
  readonly cancel: () => void
}

/**
 * Presents changing the address of a login by e-mail.
 *
 * @see S4.24 S4.25
 * @example const { phase, sentTo } = presentEmailUpdate({ foyer, shown: foyer }).get()
 */
export function presentEmailUpdate({ foyer, shown: { store } }: ShownKit): Selected<EmailUpdate> {
  const { answers, actions } = roomOf(contextOf(foyer), { Room: EmailDesk, kit: foyer })
  const againIn = secondsUntil({
    clock: contextOf(foyer).clock,
    at: () => againAtOf(stepOf(store.getState())),
    moved: store.subscribe,
  })
  return selected({
    store,
    beside: [answers.state, againIn],
    select(state) {
      const { updateEmail: attempt } = state.connection.attempts
      const { isOpen, wrongCodes } = answers.state.get()
      const { failure } = attemptView(attempt)
      return {
        ...sentBy(stepOf(state)),
        email: loginEmailOf(state),
        phase: phaseOf(attempt, isOpen),
        updatingTo: attempt?.email,
        wrongCodes,
        againIn: againIn.get(),
        notice: failure?.notice,
        reason: failure?.reason,
        tooEarly: failure?.seconds,
        ...actions,
      }
    },
  })
}

function stepOf({ connection }: FoyerState): UpdateEmailAttempt['step'] | undefined {
  const { updateEmail: attempt } = connection.attempts
  return attempt?.end ? undefined : attempt?.step
}

function phaseOf(attempt: UpdateEmailAttempt | undefined, isChecked: boolean): EmailUpdatePhase {
  const { step, end } = attempt ?? {}
  if (end?.status === 'failed') return 'failed'
  if (end?.status === 'succeeded') return 'updated'
  if (!step || end) return 'idle'
  if (step.type === 'linksSent') return 'links'
  if (step.type !== 'codeSent') return 'starting'
  return isChecked ? 'checking' : 'code'
}

/** A kit's state of an update beside the store. */
class EmailDesk {
  readonly answers: CodeAnswers
  readonly actions: Pick<EmailUpdate, 'start' | 'submitCode' | 'cancel'>

  constructor(foyer: Foyer) {
    this.answers = new CodeAnswers(foyer, 'updateEmail')
    this.actions = {
      start(email) {
        const done = updateEmail(foyer, { email }).then(() => knownEmailOf(foyer).set(email))
        done.catch((error: unknown) => {
          // An address that can't be one is said beside the field.
          if (!(error instanceof InvalidLoginError)) reportUnexpected(contextOf(foyer), error)
        })
      },
      submitCode: this.answers.submitCode,
      cancel: () => cancelEmailUpdate(foyer),
    }
  }
}
