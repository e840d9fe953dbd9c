import type { Foyer, UpdateEmailAttempt } from '@foyer/core'
import { cancelEmailUpdate, loginEmailOf, updateEmail } from '@foyer/core/account'
import { InvalidLoginError } from '@foyer/core/errors'
import { contextOf, reportUnexpected, roomOf } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { useSyncExternalStore } from 'react'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { viewOf } from './attempt.js'
import { againAtOf, CodeAnswers, sentBy, useSecondsUntil } from './codeAnswers.js'
import { knownEmailOf } from './knownEmail.js'

/**
 * Where an update of the address stands: `idle` before one and after a cancelled one; `starting`; `code` while one is to be typed in; `checking` while it is
 * looked at; `links` while those that were sent to both addresses are to be followed; `updated`; or `failed`.
 */
export type EmailUpdatePhase = 'idle' | 'starting' | 'code' | 'checking' | 'links' | 'updated' | 'failed'

export interface EmailUpdate {
  /** By which address the visitor logs in; undefined where they don't by one. */
  readonly email: string | undefined
  /** Where the update stands. */
  readonly phase: EmailUpdatePhase
  /** The address that it goes to. */
  readonly updatingTo: string | undefined
  /** Where the code was sent. */
  readonly sentTo: string | undefined
  /** How many digits it has. */
  readonly digits: number
  /** How many codes were wrong by now: with each the field begins anew. */
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
 * Another address for a login by e-mail, to be drawn by the host.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S4.24 S4.25
 * @example
 * const { phase, sentTo, start, submitCode } = useFoyerEmailUpdate()
 * if (phase === 'code') return <input aria-label={`Code sent to ${sentTo}`} onChange={(event) => submitCode(event.target.value)} />
 * return <form action={(data) => start(`${data.get('email')}`)}>…</form>
 */
export function useFoyerEmailUpdate(): EmailUpdate {
  const foyer = useFoyer()
  const desk = roomOf(contextOf(foyer), { Room: EmailDesk, kit: foyer })
  const { email, attempt } = useSelect((state) => ({
    email: loginEmailOf(state),
    attempt: state.connection.attempts.updateEmail,
  }))
  const answers = useSyncExternalStore(desk.answers.state.subscribe, desk.answers.state.get, desk.answers.state.get)
  const { failure } = viewOf(attempt)
  const step = attempt?.end ? undefined : attempt?.step
  return {
    ...sentBy(step),
    email,
    phase: phaseOf(attempt, answers.isOpen),
    updatingTo: attempt?.email,
    wrongCodes: answers.wrongCodes,
    againIn: useSecondsUntil(againAtOf(step)),
    notice: failure?.notice,
    reason: failure?.reason,
    tooEarly: failure?.seconds,
    ...desk.actions,
  }
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

/** What a kit keeps of an update beside the store. */
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

  end(): void {
    this.answers.end()
  }
}
