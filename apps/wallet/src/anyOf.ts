/** Returns a signal that aborts as soon as one of these does, for the same reason. By hand: browsers of 2022 have no `AbortSignal.any`. */
export function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const follow = () => either.abort(signal.reason)
    if (signal.aborted) follow()
    // The other signals let go of it then.
    else signal.addEventListener('abort', follow, { once: true, signal: either.signal })
  }
  return either.signal
}
