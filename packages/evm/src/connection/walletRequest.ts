import type { Clock, Eip1193Provider } from '@foyer/core'
import {
  AbortedError,
  foreignError,
  JsonRpcError,
  RequestTimeoutError,
  UnsupportedMethodError,
  WalletAnswerError,
} from '@foyer/core/errors'

/** How long a request that waits for the visitor stands, in milliseconds [F18]. */
export const requestExpiryMs: number = 5 * 60_000

export interface WalletRequest<T> {
  readonly provider: Eip1193Provider
  readonly method: string
  readonly params?: readonly unknown[] | undefined
  /** Reads the answer; undefined where it isn't what the method returns. */
  readonly parse: (answer: unknown) => T | undefined
  /** What the method returns, in words: `a chain id`. */
  readonly expected: string
  readonly signal?: AbortSignal | undefined
  /** When to stop waiting. What the wallet then still shows, it shows in vain. */
  readonly expiry?: { readonly clock: Clock; readonly ms: number } | undefined
}

/**
 * Sends a wallet one request, and parses what it answers. Wallets may throw strings, throw at once, answer nonsense or never answer.
 *
 * @throws UserRejectedError and its kin for what the wallet says · WalletAnswerError · AbortedError · RequestTimeoutError
 */
export async function requestWallet<T>(parameters: WalletRequest<T>): Promise<T> {
  const { method, parse, expected } = parameters
  let answer: unknown
  try {
    answer = await answerOf(parameters)
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

function answerOf<T>({ provider, method, params, signal, expiry }: WalletRequest<T>): Promise<unknown> {
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
      .then(() => provider.request(params ? { method, params } : { method }))
      .then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      )
  })
}

/** Does the wallet not know the method? It says so with 4200, or with JSON-RPC's -32601. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof UnsupportedMethodError || (error instanceof JsonRpcError && error.rpcCode === -32601)
}
