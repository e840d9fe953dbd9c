export interface MemoryParameters<Value> {
  /** how long an answer counts, in milliseconds */
  freshMs: (value: Value) => number
  /** how many answers are kept; the oldest go */
  most: number
  now: () => number
}

/** Answers that are kept for a while. */
export interface Memory<Value> {
  /**
   * Gives what is known, else reads it; those who ask meanwhile wait for the same reading. A failure isn't kept.
   * @param request.read - goes on for the others when the one who asked first goes away
   * @throws what `read` throws · the signal's reason
   */
  recall(request: { key: string; read: () => Promise<Value>; signal: AbortSignal }): Promise<Value>
}

interface Kept<Value> {
  readonly answer: Promise<Value>
  until: number
}

export function createMemory<Value>({ freshMs, most, now }: MemoryParameters<Value>): Memory<Value> {
  const kept = new Map<string, Kept<Value>>()
  const begin = ({ key, read }: { key: string; read: () => Promise<Value> }): Kept<Value> => {
    const entry: Kept<Value> = { answer: read(), until: Number.POSITIVE_INFINITY }
    kept.delete(key) // so that the oldest stay first
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    entry.answer.then(
      (value) => {
        entry.until = now() + freshMs(value)
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
    return entry
  }
  return {
    async recall({ key, read, signal }) {
      signal.throwIfAborted()
      const known = kept.get(key)
      const { answer } = known !== undefined && now() < known.until ? known : begin({ key, read })
      return unlessAborted({ work: answer, signal })
    },
  }
}

async function unlessAborted<Value>({ work, signal }: { work: Promise<Value>; signal: AbortSignal }): Promise<Value> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
