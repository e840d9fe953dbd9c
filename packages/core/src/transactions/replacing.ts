import type { Replacement, ReplacementKind } from '../connector/family.js'
import { contextOf } from '../context.js'
import { FoyerError } from '../errors/FoyerError.js'
import type { Foyer } from '../foyer.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import { type Observable, observable } from '../store/observable.js'
import { type PrepareReplacementParameters, prepareReplacement, replaceTransaction } from './tracked.js'

/** Where speeding up or cancelling stands; `gone`: the transaction is pending no more. */
export type ReplacingPhase = 'preparing' | 'ready' | 'waiting' | 'declined' | 'failed' | 'gone' | 'sent'

export interface ReplacingState {
  readonly phase: ReplacingPhase
  /** What the wallet is asked for; undefined until it is prepared. */
  readonly replacement: Replacement | undefined
  /** A failure's own sentence, by key. */
  readonly notice: PlainSentenceKey | undefined
}

/** A form that speeds up or cancels one transaction. */
export interface Replacing extends Observable<ReplacingState> {
  /** Asks the wallet for what is shown; nothing while it is being asked, or before it is prepared. */
  readonly send: () => void
  /** Asks the chain anew what it takes. */
  readonly prepare: () => void
}

const preparing: ReplacingState = { phase: 'preparing', replacement: undefined, notice: undefined }

/**
 * Makes the form: it is prepared with its first subscriber, and abandons what is under way with its last.
 *
 * @example
 * const form = createReplacing(foyer, { networkId, hash, kind: 'speedUp' })
 * const stop = form.subscribe(() => console.log(form.get().replacement?.fee))
 */
export function createReplacing(
  foyer: Foyer,
  { networkId, hash, kind }: Omit<PrepareReplacementParameters, 'signal'> & { readonly kind: ReplacementKind },
): Replacing {
  const { report } = contextOf(foyer)
  let controller = new AbortController()
  const value = observable<ReplacingState>(preparing, () => {
    controller = new AbortController()
    prepare()
    return () => controller.abort()
  })
  const failed = (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return
    const { code, notice } = error instanceof FoyerError ? error : { code: undefined, notice: undefined }
    if (code === 'transaction_not_pending') return value.set({ ...preparing, phase: 'gone' })
    if (code !== 'user_rejected') report(error)
    value.set({ ...value.get(), phase: code === 'user_rejected' ? 'declined' : 'failed', notice })
  }
  const prepare = () => {
    const { signal } = controller
    value.set(preparing)
    prepareReplacement(foyer, { networkId, hash, kind, signal }).then(
      (replacement) => {
        if (signal.aborted) return
        value.set({ ...preparing, phase: replacement ? 'ready' : 'gone', replacement })
      },
      (error: unknown) => failed(error, signal),
    )
  }
  return {
    get: value.get,
    subscribe: value.subscribe,
    prepare,
    send() {
      const { replacement, phase } = value.get()
      if (!replacement || phase === 'waiting' || phase === 'sent') return
      const { signal } = controller
      value.set({ phase: 'waiting', replacement, notice: undefined })
      replaceTransaction(foyer, { networkId, replacement, signal }).then(
        () => signal.aborted || value.set({ phase: 'sent', replacement, notice: undefined }),
        (error: unknown) => failed(error, signal),
      )
    },
  }
}
