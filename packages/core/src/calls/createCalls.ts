import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family } from '../chain/ids.js'
import type { SentCalls } from '../connector/calls.js'
import { type CallOutcome, CallsStoppedError } from '../errors/calls.js'
import type { Foyer } from '../foyer.js'
import { type Attempt, type AttemptId, attemptById } from '../state/attempt.js'
import { type Observable, observable } from '../store/observable.js'
import { runCalls, type SendCallsParameters } from './sendCalls.js'

/**
 * The phase of a batch. `asking`: the wallet is asked. `sent`: the network takes it in. `declined`: the visitor said no, and nothing was sent. `partial`: some calls took effect and
 * others didn't. `unclear`: the wallet may have sent it.
 */
export type CallsPhase = 'idle' | 'asking' | 'sent' | 'done' | 'declined' | 'partial' | 'failed' | 'unclear'

export interface CallsState {
  /** The phase of the batch. */
  readonly phase: CallsPhase
  /** Names the batch once the wallet has taken it. */
  readonly id: string | undefined
  /** The current call's number and their count, where they are sent one at a time; undefined where all go at once. */
  readonly call: { readonly number: number; readonly count: number } | undefined
  /** A failure's own sentence, by key. */
  readonly notice: PlainSentenceKey | undefined
  /** The outcome of each call, where they were sent one at a time and stopped. */
  readonly outcomes: readonly CallOutcome[] | undefined
}

/** A page's batches, sent one after the other. */
export interface CallsForm extends Observable<CallsState> {
  /** Asks the wallet, once. @throws as `sendCalls` */
  readonly send: <F extends Family = Family>(parameters: SendCallsParameters<F>) => Promise<SentCalls>
}

/** The parts of the result that the store doesn't keep. */
interface Settled {
  readonly attemptId?: AttemptId | undefined
  readonly id?: string | undefined
  readonly outcomes?: readonly CallOutcome[] | undefined
}

/**
 * Makes what follows the batch that was sent by it last, from the press to its end.
 *
 * @example
 * const form = createCalls(foyer)
 * const stop = form.subscribe(() => console.log(form.get().phase))
 * await form.send({ family: 'eip155', calls })
 */
export function createCalls(foyer: Foyer): CallsForm {
  let settled: Settled = {}
  let last: CallsState = { phase: 'idle', id: undefined, call: undefined, notice: undefined, outcomes: undefined }
  const joined = (): CallsState => {
    const { attemptId, id, outcomes } = settled
    const { attempts } = foyer.store.getState().connection
    const attempt = attemptId === undefined ? undefined : attemptById(attempts, attemptId)
    // An attempt whose place another has taken says no more than it said.
    const { phase, call, notice } = attempt ? shownOf(attempt) : last
    last = { phase, id, call, notice, outcomes }
    return last
  }
  const value = observable<CallsState>(last, () =>
    foyer.store.subscribe(() => value.set(stable(value.get(), joined()))),
  )
  const settle = (next: Settled) => {
    settled = next
    value.set(stable(value.get(), joined()))
  }
  return {
    get: value.get,
    subscribe: value.subscribe,
    async send(parameters) {
      let own: AttemptId | undefined
      // What another press has begun meanwhile is what is shown.
      const settleOwn = (more: Settled) => settled.attemptId === own && settle({ ...settled, ...more })
      try {
        const sent = await runCalls(foyer, parameters, (attemptId) => {
          own = attemptId
          settle({ attemptId })
        })
        settleOwn({ id: sent.id })
        return sent
      } catch (error) {
        if (error instanceof CallsStoppedError) settleOwn({ outcomes: error.calls })
        throw error
      }
    },
  }
}

const stable = (before: CallsState, now: CallsState): CallsState =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now

/** Pure: an attempt to send a batch, as it is shown. */
function shownOf({ step, end }: Attempt): Pick<CallsState, 'phase' | 'call' | 'notice'> {
  const call = step.type === 'call' ? { number: step.number, count: step.count } : undefined
  if (!end) return { phase: step.type === 'sent' ? 'sent' : 'asking', call, notice: undefined }
  if (end.status === 'succeeded') return { phase: 'done', call: undefined, notice: undefined }
  if (end.status === 'cancelled') return { phase: 'idle', call: undefined, notice: undefined }
  const { code, notice, mayHaveBeenSent } = end
  if (mayHaveBeenSent) return { phase: 'unclear', call, notice }
  const isPartial = code === 'calls_stopped' || notice === 'account.callsPartial'
  return { phase: isPartial ? 'partial' : code === 'user_rejected' ? 'declined' : 'failed', call, notice }
}
