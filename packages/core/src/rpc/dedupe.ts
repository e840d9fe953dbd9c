import { orAborted } from '../http/exchange.js'

/** So many requests are remembered while they are on their way [S9.37]. */
export const dedupeEntries = 8192

export interface Dedupe {
  /** Runs `work`, or joins the same work under way. It is aborted when all of its callers have aborted. */
  run(request: {
    readonly key: string
    readonly work: (signal: AbortSignal) => Promise<unknown>
    readonly signal?: AbortSignal | undefined
  }): Promise<unknown>
}

interface Shared {
  readonly result: Promise<unknown>
  readonly controller: AbortController
  waiting: number
}

/** One request for equal calls at the same time [S9.37]; the oldest is forgotten first. */
export function createDedupe(): Dedupe {
  const shared = new Map<string, Shared>()

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): Shared {
    const controller = new AbortController()
    const result = work(controller.signal).finally(() => {
      if (shared.get(key) === started) shared.delete(key)
    })
    const started: Shared = { result, controller, waiting: 0 }
    return started
  }

  return {
    run({ key, work, signal }) {
      const joined = shared.get(key) ?? start(key, work)
      shared.delete(key) // put back as the latest
      shared.set(key, joined)
      if (shared.size > dedupeEntries) {
        const [oldest] = shared.keys()
        if (oldest !== undefined) shared.delete(oldest)
      }
      joined.waiting += 1
      const onAbort = () => {
        joined.waiting -= 1
        if (joined.waiting > 0) return
        if (shared.get(key) === joined) shared.delete(key)
        joined.controller.abort()
      }
      return orAborted({ work: joined.result, signal, onAbort })
    },
  }
}
