/** What is used of a `LockManager`, which is one. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal; readonly steal?: boolean },
    granted: () => Promise<void>,
  ): Promise<unknown>
}

export interface Election {
  /** Queues for the lock, once. Without locks, the page has it at once, as every other has. */
  enter(locks: Locks | undefined): void
  /** Takes the lock away from a page that doesn't answer. */
  steal(): void
  /** Gives the lock to the next page, or leaves the queue. */
  leave(): void
}

/**
 * Who of the pages has the lock: as a rule the oldest.
 *
 * @param input.held - this page has it now
 * @param input.stolen - another page took it away; this one is in the queue again
 */
export function electHolder({
  name,
  held,
  stolen,
}: {
  readonly name: string
  readonly held: () => void
  readonly stolen: () => void
}): Election {
  let candidature: AbortController | undefined
  let used: Locks | undefined
  const leave = () => {
    candidature?.abort()
    candidature = undefined
  }
  const run = (isTheft = false) => {
    leave()
    const locks = used
    const own = new AbortController()
    candidature = own
    let wasHeld = false
    const granted = () =>
      new Promise<void>((release) => {
        if (own.signal.aborted) return release()
        own.signal.addEventListener('abort', () => release())
        wasHeld = true
        held()
      })
    const request = async () => {
      if (!locks) return granted()
      // What is stolen is had at once, and the platform allows no signal with it.
      await locks.request(name, isTheft ? { steal: true } : { signal: own.signal }, granted)
    }
    request().catch((error: unknown) => {
      if (candidature !== own) return
      if (wasHeld) stolen()
      // Some origins have locks only to refuse them.
      else if (!(error instanceof DOMException && error.name === 'AbortError')) used = undefined
      run()
    })
  }
  return {
    enter(locks) {
      if (candidature) return
      used = locks
      run()
    },
    steal: () => run(true),
    leave,
  }
}
