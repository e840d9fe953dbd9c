import type { Clock } from '../clock/clock.js'
import { AbortedError } from '../errors/AbortedError.js'
import type { ErrorFacts } from '../errors/FoyerError.js'
import { HttpError, type HttpReason } from '../errors/HttpError.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import { OfflineError } from '../errors/OfflineError.js'
import { RequestTimeoutError } from '../errors/RequestTimeoutError.js'
import { ServerUnreachableError } from '../errors/ServerUnreachableError.js'
import { retryAfterMs } from './retryAfter.js'

/** How long an answer may take, its body included, in milliseconds [S9.35]. */
const defaultTimeoutMs = 10_000

export interface ExchangeOptions<Body> {
  readonly url: URL
  readonly method?: 'GET' | 'POST' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
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
  body,
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
  // Decided here rather than told from what fetch rejects with, which differs between browsers.
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
      ...(body === undefined ? {} : { body }),
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

/** Reads an answer's text as JSON. @throws InvalidResponseError, such as for a web page in its stead */
export function readJson({ text, context }: { text: string; context?: ErrorFacts | undefined }): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const page = /^\s*</.test(text)
    throw new InvalidResponseError({ expected: page ? 'JSON, not a web page' : 'JSON', context, cause })
  }
}
