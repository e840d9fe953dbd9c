import { AsyncLocalStorage } from 'node:async_hooks'

/** Nodes that answer for as long as a test says, and then no more. */
export interface SilentNodes {
  /** Runs what asks them; who asks beside it is answered. */
  run<T>(work: () => T): T
  /** Has so many more requests be answered. @returns once one waits in vain */
  answer(count: number): Promise<void>
  /** How many wait in vain that weren't called off. */
  waiting(): number
  /** Has all requests be answered as before. */
  stop(): void
}

/** Puts itself in the place of `fetch`. Requests without a signal are none of a kit's, but those of wallets and of chains in the same process: they are answered. */
export function silentNodes(): SilentNodes {
  const real = globalThis.fetch
  const here = new AsyncLocalStorage<true>()
  const open = new Set<AbortSignal>()
  let left = 0
  let notify = () => {}
  globalThis.fetch = async (input, init) => {
    const { signal } = init ?? {}
    if (!here.getStore() || !signal) return real(input, init)
    left -= 1
    if (left >= 0) return real(input, init)
    return new Promise((_, reject) => {
      open.add(signal)
      const leave = () => {
        open.delete(signal)
        reject(signal.reason)
      }
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
      notify()
    })
  }
  return {
    run: (work) => here.run(true, work),
    answer(count) {
      open.clear()
      left = count
      return new Promise((resolve) => {
        notify = resolve
      })
    },
    waiting: () => open.size,
    stop() {
      globalThis.fetch = real
    },
  }
}
