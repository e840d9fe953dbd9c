import { type Attempt, type Refusal, slotOf } from '../attempt/attempt.js'
import { refuseAttempt } from '../attempt/runAttempt.js'
import { dispatchEvent } from '../connection/dispatchEvent.js'
import type { Replacement } from '../connector/family.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { Foyer } from '../foyer.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import { type Observable, observable } from '../store/observable.js'
import { reportUnexpected } from '../view/shownAttempt.js'
import { type PrepareReplacementParameters, prepareReplacement, replaceTransaction } from './tracked.js'

/** Where speeding up or cancelling stands; `gone`: the transaction is pending no more; `unclear`: the wallet may have sent it. */
export type ReplacingPhase = 'preparing' | 'ready' | 'waiting' | 'declined' | 'failed' | 'unclear' | 'gone' | 'sent'

export interface ReplacingState {
  readonly phase: ReplacingPhase
  /** What the wallet is asked for; undefined until it is prepared. */
  readonly replacement: Replacement | undefined
  /** A failure's own sentence, by key. */
  readonly notice: PlainSentenceKey | undefined
}

/** A form that speeds up or cancels one transaction. */
export interface Replacing extends Observable<ReplacingState> {
  /** Asks the wallet for what is shown, once it is prepared; nothing while it is being asked, and where it may have sent it. */
  readonly send: () => void
  /** Asks the chain anew what it takes, and forgets how the wallet's last answer was. */
  readonly prepare: () => void
}

const preparing: ReplacingState = { phase: 'preparing', replacement: undefined, notice: undefined }

/**
 * Makes the form: it is prepared with its first subscriber. With the last one its preparing ends, and how the wallet answered is forgotten; what the
 * wallet is being asked goes on.
 *
 * @example
 * const form = createReplacing(foyer, { networkId, hash, kind: 'speedUp' })
 * const stop = form.subscribe(() => console.log(form.get().replacement?.fee))
 */
export function createReplacing(
  foyer: Foyer,
  { networkId, hash, kind }: Omit<PrepareReplacementParameters, 'signal'>,
): Replacing {
  const context = contextOf(foyer)
  const subject = `${networkId}:${hash}`
  const slot = slotOf({ kind: 'replace', subject })
  const dismiss = () => dispatchEvent(context, { type: 'dismissed', slot })
  let prepared = preparing
  let controller = new AbortController()
  const joined = () => replacingOf(prepared, foyer.store.getState().connection.attempts[slot])
  const set = (next: ReplacingState) => {
    prepared = next
    value.set(joined())
  }
  const value = observable<ReplacingState>(joined(), () => {
    const stop = foyer.store.subscribe(() => value.set(joined()))
    prepare()
    return () => {
      stop()
      controller.abort()
      dismiss()
    }
  })
  const prepare = () => {
    controller = new AbortController()
    const { signal } = controller
    set(preparing)
    prepareReplacement(foyer, { networkId, hash, kind, signal }).then(
      (replacement) => signal.aborted || set({ ...preparing, phase: replacement ? 'ready' : 'gone', replacement }),
      (error: unknown) => {
        if (signal.aborted) return
        context.report(error)
        set({ ...preparing, phase: 'failed', notice: error instanceof FoyerError ? error.notice : undefined })
      },
    )
  }
  const send = async () => {
    const { replacement, phase } = value.get()
    if (!replacement || !askable.includes(phase)) return
    const attempt = { kind: 'replace', networkId, address: replacement.address, subject } as const
    try {
      const { runTransaction } = await context
        .queries()
        .catch((cause: unknown) => refuseAttempt(context, { attempt, cause }))
      await runTransaction(context, {
        attempt,
        send: ({ signal }) => replaceTransaction(foyer, { networkId, replacement, signal }),
      })
    } catch (error) {
      if (joined().phase !== 'gone') reportUnexpected(context, error)
    }
  }
  const again = () => {
    controller.abort()
    dismiss()
    prepare()
  }
  return { get: value.get, subscribe: value.subscribe, send: () => void send(), prepare: again }
}

const askable: readonly ReplacingPhase[] = ['ready', 'declined', 'failed']

/** Pure: what was prepared, and what the wallet answered to it. */
function replacingOf(prepared: ReplacingState, attempt: Attempt | undefined): ReplacingState {
  const { step, end } = attempt ?? {}
  if (step?.type === 'sent') return { ...prepared, phase: 'sent' }
  if (end?.status === 'failed') return { ...prepared, phase: phaseOf(end), notice: end.notice }
  return attempt && !end ? { ...prepared, phase: 'waiting' } : prepared
}

function phaseOf({ code, mayHaveBeenSent }: Refusal): ReplacingPhase {
  if (mayHaveBeenSent) return 'unclear'
  return code === 'user_rejected' ? 'declined' : code === 'transaction_not_pending' ? 'gone' : 'failed'
}
