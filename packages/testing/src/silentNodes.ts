/** Nodes that answer for as long as a test says, and then no more. */
export interface SilentNodes {
  /** Has so many more requests be answered. @returns once one waits in vain */
  answer(count: number): Promise<void>
  /** How many wait in vain that weren't called off. */
  waiting(): number
  /** Has all requests be answered as before. */
  stop(): void
}

/**
 * Puts itself in the place of `fetch`: all is answered until a test says otherwise. Requests without a signal are none of a kit's, but those of wallets and of chains in
 * the same process.
 */
export function silentNodes(): SilentNodes {
  const real = globalThis.fetch
  const open = new Set<AbortSignal>()
  let left = Number.POSITIVE_INFINITY
  let notify = () => {}
  globalThis.fetch = async (input, init) => {
    const { signal } = init ?? {}
    if (!signal) return real(input, init)
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
