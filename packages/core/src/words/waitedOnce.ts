import type { Clock } from '../clock/clock.js'

export interface WaitedOnceParameters<Of, Answer> {
  readonly clock: Pick<Clock, 'setTimeout'>
  /** The timeout of an answer, in milliseconds. */
  readonly waitedMs: number
  /** The value in place of an answer until there is one. */
  readonly otherwise: Answer
  /** Never rejects. */
  readonly ask: (of: Of) => Promise<Answer>
  /** Called with an answer that was no longer waited for. */
  readonly onLate: () => void
}

/** Asks each thing once, and waits so long for its answer: what comes later is there when it is asked for again. */
export function waitedOnce<Of, Answer>(parameters: WaitedOnceParameters<Of, Answer>): (of: Of) => Promise<Answer> {
  const { clock, waitedMs, otherwise, ask, onLate } = parameters
  const all = new Map<string, { answer: Answer; readonly waited: Promise<void> }>()
  const begin = (of: Of) => {
    const begun = { answer: otherwise, waited: Promise.resolve() }
    begun.waited = new Promise((resolve) => {
      let isLate = false
      const stop = clock.setTimeout(() => {
        isLate = true
        resolve()
      }, waitedMs)
      void ask(of).then((answer) => {
        stop()
        begun.answer = answer
        resolve()
        if (isLate) onLate()
      })
    })
    return begun
  }
  return async (of) => {
    const key = JSON.stringify(of)
    const begun = all.get(key) ?? begin(of)
    all.set(key, begun)
    await begun.waited
    return begun.answer
  }
}
