import type { Clock } from '../clock/clock.js'
import { AbortedError } from '../errors/connection.js'
import type { ErrorFacts } from '../errors/FoyerError.js'
import { HttpError, type HttpReason, OfflineError, ServerUnreachableError } from '../errors/http.js'
import { RequestTimeoutError } from '../errors/wallet.js'

/** The timeout of an answer, its body included, in milliseconds [S9.35]. */
const defaultTimeoutMs = 10_000

export interface ExchangeOptions<Body> {
  readonly url: URL
  /** GET unless said. */
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array<ArrayBuffer> | null | undefined
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Finds the server's own reasons in the body of a refusal. */
  readonly readReasons?: ((body: string) => readonly HttpReason[]) | undefined
  /** Reads the body of an answer, such as {@link asText}. */
  readonly read: (response: Response) => Promise<Body>
  /** Facts for the errors. Never the address itself: paths and queries hold what logs may not. */
  readonly context?: ErrorFacts | undefined
}

/** Whether the device says that it has no network; a server, without a navigator, says nothing. */
function isOffline(): boolean {
  return globalThis.navigator?.onLine === false
}

/** The body as text. */
export const asText = (response: Response): Promise<string> => response.text()

/**
 * One HTTP request and its whole answer.
 * @throws HttpError for any status but 2xx [S8.35] · RequestTimeoutError after 10 s [S8.37 S9.35] · AbortedError · OfflineError · ServerUnreachableError
 */
export async function exchange<Body>({
  url,
  method = 'GET',
  headers,
  body = null,
  fetch,
  clock,
  timeoutMs = defaultTimeoutMs,
  signal,
  readReasons,
  read,
  context,
}: ExchangeOptions<Body>): Promise<Body> {
  if (signal?.aborted) throw new AbortedError({ context, cause: signal.reason })
  const controller = new AbortController()
  // Decided here, as what fetch rejects with differs between browsers.
  let ended: 'timeout' | 'aborted' | undefined
  const end = (why: 'timeout' | 'aborted') => {
    ended ??= why
    controller.abort()
  }
  const abort = () => end('aborted')
  const send = async () => {
    const response = await fetch(url, {
      method,
      signal: controller.signal,
      credentials: 'omit',
      ...(headers ? { headers } : {}),
      body,
    })
    if (response.ok) return read(response)
    const text = await response.text()
    throw new HttpError({
      status: response.status,
      body: text,
      reasons: readReasons?.(text),
      retryAfterMs: retryAfterMs({ header: response.headers.get('retry-after'), now: clock.now() }),
      context,
    })
  }
  // Raced, because a page's wrapped fetch may not heed its signal.
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  const cancelTimeout = clock.setTimeout(() => end('timeout'), timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([over, send()])
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    if (ended === 'timeout') throw new RequestTimeoutError({ timeoutMs, context, cause })
    if (ended === 'aborted') throw new AbortedError({ context, cause: signal?.reason })
    if (isOffline()) throw new OfflineError({ context, cause })
    throw new ServerUnreachableError({ origin: url.origin, context, cause })
  } finally {
    cancelTimeout()
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 * @returns milliseconds from `now`, never negative; `undefined` for no header or one that can't be read
 * @see RFC 9110 §10.2.3, S8.41
 */
export function retryAfterMs({ header, now }: { header: string | null; now: number }): number | undefined {
  const text = header?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Date.parse reads far more than HTTP dates ("-5" is a year to it), so the shape is checked first.
  if (!/^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * Lets one caller go without ending the work that others wait for too.
 * @param onAbort - called when this caller aborts
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
