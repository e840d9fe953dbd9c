import type { Clock } from '@foyer/core'
import { AbortedError, foreignError, RequestTimeoutError, WalletAnswerError } from '@foyer/core/errors'

/** How long a request that waits for the visitor stands, in milliseconds [F18]. */
export const requestExpiryMs: number = 5 * 60_000

export interface Asked<T> {
  /** The feature's name. */
  readonly method: string
  readonly ask: () => Promise<unknown>
  /** Reads the answer; undefined where it isn't what the method returns. */
  readonly parse: (answer: unknown) => T | undefined
  /** What the method returns, in words. */
  readonly expected: string
  readonly signal?: AbortSignal | undefined
  /** When to stop waiting. What the wallet then still shows, it shows in vain. */
  readonly expiry?: { readonly clock: Clock; readonly ms: number } | undefined
}

/**
 * Asks a wallet once, and parses what it answers. Wallets may throw strings, throw at once, answer nonsense or never answer.
 *
 * @throws UserRejectedError and its kin for what the wallet says · WalletAnswerError · AbortedError · RequestTimeoutError
 */
export async function askWallet<T>(asked: Asked<T>): Promise<T> {
  const { method, parse, expected } = asked
  let answer: unknown
  try {
    answer = await answerOf(asked)
  } catch (cause) {
    throw foreignError(cause, { method })
  }
  let parsed: T | undefined
  try {
    parsed = parse(answer)
  } catch (cause) {
    throw new WalletAnswerError({ method, expected, cause })
  }
  if (parsed === undefined) throw new WalletAnswerError({ method, expected })
  return parsed
}

function answerOf<T>({ ask, signal, expiry }: Asked<T>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason ?? new AbortedError())
    // Whichever comes first settles it, and leaves neither timer nor listener.
    const settle = (finish: () => void) => {
      stopClock?.()
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => settle(() => reject(signal?.reason ?? new AbortedError()))
    const expire = () => settle(() => reject(new RequestTimeoutError({ timeoutMs: expiry?.ms })))
    const stopClock = expiry?.clock.setTimeout(expire, expiry.ms)
    signal?.addEventListener('abort', abort, { once: true })
    // Inside the chain, so that what a wallet throws at once is caught as what it throws later.
    Promise.resolve()
      .then(ask)
      .then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      )
  })
}
