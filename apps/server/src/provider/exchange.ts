import { type Dispatcher, errors, request } from 'undici'
import * as v from 'valibot'
import { retryAfterMs } from '../chains/exchange.js'
import { ProviderError, type ProviderFault } from './ProviderError.js'

export interface Exchange {
  name: string
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string>>
  /** sent as JSON */
  body?: unknown
  /** limits the answer's size */
  dispatcher: Dispatcher
  /** until the whole answer is there */
  signal: AbortSignal
  now: () => number
}

const Json = v.pipe(v.string(), v.parseJson())

/** Asks a provider once, and follows it nowhere else. @throws {@link ProviderError} */
export async function exchange({ name, url, body, now, ...sent }: Exchange): Promise<unknown> {
  try {
    const answer = await request(url, {
      ...sent,
      headers: {
        accept: 'application/json',
        'user-agent': 'foyer-server',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const { statusCode: status } = answer
    if (status < 200 || status > 299) {
      answer.body.on('error', () => {}) // cut short, it ends with an error that no one waits for
      answer.body.destroy()
      const [header = null] = [answer.headers['retry-after']].flat()
      const wait = retryAfterMs({ header, now: now() })
      throw new ProviderError({ code: faultOf(status), provider: name, status, retryAfterMs: wait })
    }
    const parsed = v.safeParse(Json, await answer.body.text())
    if (!parsed.success) throw new ProviderError({ code: 'not_understood', provider: name })
    return parsed.output
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
