import { AbortedError } from '../errors/AbortedError.js'

/**
 * Lets one caller go without ending the work that others wait for too.
 * @param onAbort - hears that this caller went
 * @throws AbortedError, and what the work throws
 */
export function orAborted<Result>({
  work,
  signal,
  onAbort,
}: {
  work: Promise<Result>
  signal?: AbortSignal | undefined
  onAbort?: (() => void) | undefined
}): Promise<Result> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(new AbortedError({ cause: signal.reason }))
      onAbort?.()
    }
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
