import { nextNonce } from '@foyer/custody/calls'
import { within } from '../within.js'
import { dataPolicy } from './headers.js'

/** A server behind the wallet's origin. */
export interface Upstream {
  /** Its origin. */
  readonly origin: string
  /** Request headers that reach it, beside those of the body. */
  readonly passes: readonly string[]
  /** Its cookies reach the browser, and the browser's reach it. */
  readonly hasCookies: boolean
  /** The form of its answers: JSON unless said. */
  readonly answers?: 'picture' | undefined
  readonly requestBytes: number
  readonly answerBytes: number
}

export interface PassOnParameters {
  readonly request: Request
  readonly upstream: Upstream
  /** The browser's address as this host sees it; undefined where it is unknown. */
  readonly client: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly report: (error: unknown) => void
}

/** Longer than the longest that a server keeps a question open, in milliseconds. */
const timeoutMs = 30_000

/**
 * Passes a request on to a server, and its answer back as JSON, or as a picture that no document comes of, and nothing else: what the servers say can't become a document, a script or a
 * service worker at the origin where keys are.
 */
export async function passOn({ request, upstream, client, fetch, report }: PassOnParameters): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'POST') return refusal(405, 'method_not_allowed')
  const body = request.method === 'POST' ? await readUpTo(request.body, upstream.requestBytes) : undefined
  if (body === 'tooLarge') return refusal(413, 'too_large')
  const { pathname, search } = new URL(request.url)
  const asked = {
    method: request.method,
    headers: requestHeaders({ request, upstream, client }),
    ...(body ? { body } : {}),
    redirect: 'manual',
  } as const
  try {
    return await within({ signal: request.signal, ms: timeoutMs }, async (signal) => {
      const answer = await fetch(`${upstream.origin}${pathname}${search}`, { ...asked, signal })
      return asData({ answer, upstream })
    })
  } catch (error) {
    if (!request.signal.aborted) report(error)
    return refusal(502, 'unreachable')
  }
}

function requestHeaders({
  request,
  upstream,
  client,
}: Pick<PassOnParameters, 'request' | 'upstream' | 'client'>): Headers {
  const headers = new Headers({ accept: upstream.answers === 'picture' ? 'image/*' : 'application/json' })
  const names = ['content-type', 'user-agent', ...upstream.passes, ...(upstream.hasCookies ? ['cookie'] : [])]
  for (const name of names) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const hops = forwardedFor({ headers: request.headers, client })
  if (hops !== undefined) headers.set('x-forwarded-for', hops)
  return headers
}

/** @returns what the servers behind are told of whom a request comes from, as `X-Forwarded-For` has it; undefined where nothing is known */
export function forwardedFor({
  headers,
  client,
}: Pick<PassOnParameters, 'client'> & { readonly headers: Headers }): string | undefined {
  const hops = [headers.get('x-forwarded-for'), client].filter((each) => each)
  return hops.length > 0 ? hops.join(', ') : undefined
}

const isJson = (type: string | null): boolean => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type ?? '')

const isPicture = (type: string | null): boolean => /^image\/[\w.+-]+\s*(;|$)/i.test(type ?? '')

async function asData({
  answer,
  upstream,
}: {
  readonly answer: Response
  readonly upstream: Upstream
}): Promise<Response> {
  const isEmpty = answer.status === 204 || answer.headers.get('content-length') === '0'
  const type = answer.headers.get('content-type')
  const isShown = upstream.answers === 'picture' && answer.status === 200 && isPicture(type)
  if (answer.status < 200 || (answer.status >= 300 && answer.status < 400)) return refusal(502, 'not_json')
  if (!isEmpty && !isShown && !isJson(type)) return refusal(502, 'not_json')
  const body = isEmpty ? undefined : await readUpTo(answer.body, upstream.answerBytes)
  if (body === 'tooLarge') return refusal(502, 'too_large')
  const headers = new Headers(dataHeaders)
  if (isShown) {
    headers.set('Content-Type', type ?? '')
    headers.set('Cache-Control', 'public, max-age=86400')
  }
  for (const name of ['retry-after', nextNonce]) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (upstream.hasCookies) for (const cookie of answer.headers.getSetCookie()) headers.append('Set-Cookie', cookie)
  return new Response(body ?? null, { status: answer.status === 204 ? 204 : answer.status, headers })
}

const dataHeaders = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': dataPolicy,
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

const refusal = (status: number, code: string): Response =>
  new Response(JSON.stringify({ error: { code, message: refusals[code] ?? code } }), { status, headers: dataHeaders })

const refusals: Readonly<Record<string, string>> = {
  method_not_allowed: 'Only GET and POST pass here.',
  too_large: 'The body is larger than this path takes.',
  unreachable: 'The server behind this path didn’t answer.',
  not_json: 'The server behind this path didn’t answer in JSON.',
}

/** A body in memory, read no further than it may be long. */
async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined | 'tooLarge'> {
  if (!stream) return undefined
  const parts: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > most) {
      await reader.cancel()
      return 'tooLarge'
    }
    parts.push(read.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
