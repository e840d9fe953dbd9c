/**
 * Waits for work that can't be called off; when the signal aborts, its answer is left behind.
 * @throws what the work throws · the signal's reason
 */
export async function unlessAborted<T>({ work, signal }: { work: Promise<T>; signal: AbortSignal }): Promise<T> {
  signal.throwIfAborted()
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
