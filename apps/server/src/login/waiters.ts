import { networkOf } from '@foyer/service/budget/clientAddress'
import { createHoldings } from '@foyer/service/budget/holdings'
import type { Clock } from '@foyer/service/clock'

/** Waits of this node's requests until something is said, which wakes them at once. What is said on another node is seen by looking again. */
export interface Waiters {
  /** Waits until that is said, or it is time to look again. @returns false, at once, where too many wait already, or too many of the client's network */
  next(request: { readonly id: string; readonly client: string; readonly signal: AbortSignal }): Promise<boolean>
  /** Ends every wait for it. */
  wake(id: string): void
}

/** Far below the requests that a node has under way, as each that waits is one of them. */
const mostWaiting = 200
/** In milliseconds: it may have been said on another node. */
const lookEveryMs = 1_000

export function createWaiters(clock: Pick<Clock, 'setTimeout'>): Waiters {
  const waiting = new Map<string, Set<() => void>>()
  const holdings = createHoldings({ perOwner: mostWaiting, inAll: mostWaiting, networkOf })
  return {
    next({ id, client, signal }) {
      const holding = holdings.take({ owner: client })
      if (typeof holding === 'string') return Promise.resolve(false)
      return new Promise((resolve) => {
        const ends = waiting.get(id) ?? new Set()
        const end = () => {
          if (!ends.delete(end)) return
          holding.release()
          if (ends.size === 0) waiting.delete(id)
          cancel()
          signal.removeEventListener('abort', end)
          resolve(true)
        }
        const cancel = clock.setTimeout(end, lookEveryMs)
        waiting.set(id, ends.add(end))
        signal.addEventListener('abort', end)
        if (signal.aborted) end()
      })
    },
    wake(id) {
      for (const end of [...(waiting.get(id) ?? [])]) end()
    },
  }
}
