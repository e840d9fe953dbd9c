import { retryAfterMs } from '@foyer/service/retryAfterMs'
import { type Dispatcher, errors, request } from 'undici'
import * as v from 'valibot'
import { ProviderError, type ProviderFault } from './ProviderError.js'

export interface ExchangeBytes {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: URL
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | null
  /** a status beside those of success whose answer is wanted too */
  alsoStatus?: number | undefined
  /** limits the answer's size */
  dispatcher: Dispatcher
  /** until the whole answer is there */
  signal: AbortSignal
  now: () => number
}

export type Exchange = Omit<ExchangeBytes, 'method' | 'body' | 'alsoStatus'> & {
  method: 'GET' | 'POST'
  /** sent as JSON */
  body?: unknown
}

const Json = v.pipe(v.string(), v.parseJson())

/** Asks a provider once for JSON, and follows it nowhere else. @throws {@link ProviderError} */
export async function exchange({ body, headers, ...rest }: Exchange): Promise<unknown> {
  const { bytes } = await exchangeBytes({
    ...rest,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const parsed = v.safeParse(Json, new TextDecoder().decode(bytes))
  if (!parsed.success) throw new ProviderError({ code: 'not_understood', provider: rest.name })
  return parsed.output
}

/** Asks once, and follows the answer nowhere else. @throws {@link ProviderError} */
export async function exchangeBytes({
  name,
  url,
  headers,
  now,
  alsoStatus,
  ...sent
}: ExchangeBytes): Promise<{ status: number; bytes: Uint8Array }> {
  try {
    const answer = await request(url, { ...sent, headers: { 'user-agent': 'foyer-server', ...headers } })
    const { statusCode: status } = answer
    if ((status < 200 || status > 299) && status !== alsoStatus) {
      answer.body.on('error', () => {}) // cut short, it ends with an error that no one waits for
      answer.body.destroy()
      const [header = null] = [answer.headers['retry-after']].flat()
      const wait = retryAfterMs({ header, now: now() })
      throw new ProviderError({ code: faultOf(status), provider: name, status, retryAfterMs: wait })
    }
    return { status, bytes: new Uint8Array(await answer.body.arrayBuffer()) }
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause
    if (cause instanceof errors.ResponseExceededMaxSizeError) {
      throw new ProviderError({ code: 'too_large', provider: name })
    }
    throw new ProviderError({ code: sent.signal.aborted ? 'silent' : 'unreachable', provider: name, cause })
  }
}

function faultOf(status: number): ProviderFault {
  if (status === 401 || status === 403) return 'key_refused'
  if (status === 429) return 'limited'
  return status >= 500 ? 'unreachable' : 'refused'
}
