/** The used part of a `LockManager`, which is one. */
export interface Locks {
  request(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal; readonly steal?: boolean },
    /** Without a lock, where it was requested if available and isn't. */
    granted: (lock: unknown) => unknown,
  ): Promise<unknown>
}

export interface LockParameters {
  readonly name: string
  /** Without locks, the page has it at once, as every other has. */
  readonly locks: Locks | undefined
  /** Has what is free at once; or takes it from a page that doesn't answer. */
  readonly at: { readonly ifAvailable: true } | { readonly steal: true }
  /** Called with whether this page has it now, or another has and this one is in the queue. */
  readonly changed: (isHeld: boolean) => void
  /** Another page took it away. */
  readonly lost: () => void
}

/**
 * Requests the lock that one of all pages has, as a rule the oldest.
 *
 * @returns gives it to the next page, or leaves the queue
 */
export function requestLock({ name, locks, at, changed, lost }: LockParameters): () => void {
  const candidature = new AbortController()
  const { signal } = candidature
  const granted = (lock: unknown): unknown => {
    if (signal.aborted) return undefined
    changed(!!lock)
    if (lock) return new Promise((release) => signal.addEventListener('abort', release))
    return locks?.request(name, { signal }, granted)
  }
  const request = async () => (locks ? locks.request(name, at, granted) : granted(signal))
  request().catch((error: unknown) => {
    if (signal.aborted) return
    if (error instanceof DOMException && error.name === 'AbortError') lost()
    else granted(signal) // some origins have locks only to refuse them
  })
  return () => candidature.abort()
}
