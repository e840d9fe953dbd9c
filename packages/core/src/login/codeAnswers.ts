import type { Answer } from '../connector/live.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { Attempt, AttemptStep, Attempts } from '../state/attempt.js'
import { type ObservableValue, observable } from '../store/observable.js'

export interface Answered {
  /** Whether a question was answered, and nothing has come of it yet. */
  readonly isOpen: boolean
  readonly wrongCodes: number
}

/** A visitor's answers to a running attempt that sends codes. */
export class CodeAnswers {
  readonly state: ObservableValue<Answered> = observable<Answered>({ isOpen: false, wrongCodes: 0 })
  private readonly foyer: Foyer
  private readonly kind: 'connect' | 'updateEmail'

  constructor(foyer: Foyer, kind: 'connect' | 'updateEmail') {
    this.foyer = foyer
    this.kind = kind
    foyer.store.subscribe(({ connection }, before) => {
      const attempt = this.attemptOf(connection.attempts)
      const former = this.attemptOf(before.connection.attempts)
      if (attempt?.step === former?.step) return
      const isSame = attempt?.id === former?.id && sentToOf(attempt?.step) === sentToOf(former?.step)
      const isWrong = attempt?.step.type === 'codeSent' && attempt.step.isWrong === true
      this.state.set({ isOpen: false, wrongCodes: isSame ? this.state.get().wrongCodes + Number(isWrong) : 0 })
    })
  }

  /** Answers what the running attempt asks, once. */
  readonly reply = (given: Answer): void => {
    const { queries, report } = contextOf(this.foyer)
    const attempt = this.attemptOf(this.foyer.store.getState().connection.attempts)
    if (!attempt || attempt.end || this.state.get().isOpen) return
    this.state.set({ ...this.state.get(), isOpen: true })
    queries()
      .then(({ answer }) => answer(this.foyer, { attemptId: attempt.id, ...given }))
      .catch((error: unknown) => {
        this.state.set({ ...this.state.get(), isOpen: false })
        report(error)
      })
  }

  /** Answers with a code that was typed in, once it is whole. */
  readonly submitCode = (typed: string): void => {
    const step = this.attemptOf(this.foyer.store.getState().connection.attempts)?.step
    const code = typed.replace(/\D/g, '')
    if (step?.type === 'codeSent' && code.length === step.digits) this.reply({ code })
  }

  private attemptOf(attempts: Attempts): Attempt | undefined {
    return attempts[this.kind]
  }
}

const sentToOf = (step: AttemptStep | undefined): string | undefined =>
  step?.type === 'codeSent' || step?.type === 'deviceApproval' ? step.sentTo : undefined

/** Returns the code's details, as a step has them. */
export function sentBy(step: AttemptStep | undefined): {
  readonly sentTo: string | undefined
  readonly digits: number
  readonly expiresAt: number | undefined
  readonly moreThanSent: boolean
  readonly noMoreSent: boolean
} {
  const sent = step?.type === 'codeSent' || step?.type === 'deviceApproval' ? step : undefined
  const code = step?.type === 'codeSent' ? step : undefined
  const { askedInHour = 0 } = sent ?? {}
  return {
    ...{ sentTo: sent?.sentTo, expiresAt: sent?.expiresAt, digits: code?.digits ?? usualDigits },
    ...{ moreThanSent: askedInHour > mailsPerHour, noMoreSent: askedInHour >= mailsPerHour },
  }
}

const usualDigits = 6
/** A mailbox is written to no more often. */
const mailsPerHour = 5

export const againAtOf = (step: AttemptStep | undefined): number | undefined =>
  step?.type === 'codeSent' || step?.type === 'deviceApproval' ? step.againAt : undefined
