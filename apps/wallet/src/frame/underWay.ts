/** Requests that are under way, from their first reading to their answer, and are ended all at once. */
export interface UnderWay {
  /** Runs one with a signal that is aborted where the given one is, or all are ended. */
  run<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  endAll(): void
}

export function createUnderWay(): UnderWay {
  const all = new Set<AbortController>()
  return {
    async run(signal, work) {
      const ending = new AbortController()
      const end = () => ending.abort()
      if (signal.aborted) end()
      signal.addEventListener('abort', end)
      all.add(ending)
      try {
        return await work(ending.signal)
      } finally {
        all.delete(ending)
        signal.removeEventListener('abort', end)
      }
    },
    endAll() {
      for (const each of all) each.abort()
    },
  }
}
