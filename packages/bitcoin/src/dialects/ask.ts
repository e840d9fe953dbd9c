import type { Clock } from '@foyer/core'
import { AbortedError, foreignError, RequestTimeoutError, WalletAnswerError } from '@foyer/core/errors'
import * as v from 'valibot'

/** How long a request that waits for the visitor stands, in milliseconds [F18]. */
const requestExpiryMs = 5 * 60_000

export interface Ask<T> {
  readonly method: string
  /** Makes the request; it may throw at once, and anything at all. */
  readonly call: () => unknown
  readonly schema: v.GenericSchema<unknown, T>
  /** What the method returns, in words. */
  readonly expected: string
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  /** Reads the dialect's own errors out of what was thrown. */
  readonly readError?: ((cause: unknown) => Error | undefined) | undefined
}

/**
 * Asks a wallet once, and parses what it answers. Wallets may throw strings, throw at once, answer nonsense or never answer.
 *
 * @throws UserRejectedError and its kin for what the wallet says · WalletAnswerError · AbortedError · RequestTimeoutError
 */
export async function ask<T>(parameters: Ask<T>): Promise<T> {
  const { method, schema, expected, readError } = parameters
  let answer: unknown
  try {
    answer = await answerOf(parameters)
  } catch (cause) {
    throw readError?.(cause) ?? foreignError(cause, { method })
  }
  const parsed = readSafely(schema, answer)
  if (!parsed) throw new WalletAnswerError({ method, expected })
  return parsed.output
}

/** Parses what may throw on being read. */
function readSafely<T>(schema: v.GenericSchema<unknown, T>, answer: unknown): { readonly output: T } | undefined {
  try {
    const { success, output } = v.safeParse(schema, answer)
    return success ? { output } : undefined
  } catch {
    return undefined // a getter of the answer throws: it isn't what the method returns
  }
}

function answerOf<T>({ call, clock, signal, timeoutMs = requestExpiryMs }: Ask<T>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new AbortedError({ cause: signal.reason }))
    const settle = (finish: () => void) => {
      stopClock()
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => settle(() => reject(new AbortedError({ cause: signal?.reason })))
    const stopClock = clock.setTimeout(() => settle(() => reject(new RequestTimeoutError({ timeoutMs }))), timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    // Inside the chain, so that what a wallet throws at once is caught as what it throws later.
    Promise.resolve()
      .then(call)
      .then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      )
  })
}

/** A property of anything at all; a getter that throws, as what has no properties, says nothing. */
export function read(value: unknown, name: string): unknown {
  try {
    return Reflect.get(Object(value), name)
  } catch {
    return undefined // who needs the property finds it missing
  }
}

/** A method of anything at all, bound to it; undefined where there is none. */
export function methodOf(source: unknown, name: string): ((...args: readonly unknown[]) => unknown) | undefined {
  const method = read(source, name)
  return typeof method === 'function' ? (...args) => Reflect.apply(method, source, args) : undefined
}
