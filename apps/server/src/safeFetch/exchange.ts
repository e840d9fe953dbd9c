import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import type { Target } from './resolveUrl.js'
import { SafeFetchError } from './SafeFetchError.js'

export type Exchanged =
  | { readonly kind: 'content'; readonly contentType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'redirect'; readonly location: string }

export interface ExchangeParameters {
  target: Target
  /** those that were checked: the connection goes to one of them and the name isn't asked for again */
  addresses: readonly LookupAddress[]
  accept: readonly string[]
  body?: string | undefined
  maxBytes: number
  /** ends the exchange whatever it waits for: it is the only limit of its time */
  signal: AbortSignal
}

/**
 * One request and its answer, unpacked. The agent is of this one request: a kept connection would be one that was checked for another.
 * @throws {@link SafeFetchError} · the signal's reason
 */
export async function exchange(parameters: ExchangeParameters): Promise<Exchanged> {
  const { addresses, maxBytes, signal } = parameters
  const agent = new Agent({
    connect: { lookup: pinned(addresses) },
    pipelining: 0,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const { statusCode: status, headers, body } = await ask(parameters, agent)
    const { location } = headers
    if (status >= 300 && status < 400 && typeof location === 'string') return { kind: 'redirect', location }
    if (status < 200 || status >= 300) throw new SafeFetchError({ code: 'status', status })
    const contentType = textOf(headers['content-type']).split(';')[0]?.trim().toLowerCase() ?? ''
    return { kind: 'content', contentType, bytes: await unpack({ body, headers, maxBytes }) }
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof SafeFetchError ? cause : new SafeFetchError({ code: 'encoding', cause })
  } finally {
    // What is left of the answer is of no use; a failure to let go of it isn't either.
    void agent.destroy().catch(() => {})
  }
}

async function ask({ target, accept, body, signal }: ExchangeParameters, dispatcher: Agent) {
  try {
    return await request(target.url, {
      dispatcher,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: accept.join(', '),
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'foyer-server',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      signal,
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw new SafeFetchError({ code: 'unreachable', cause })
  }
}

/** Gives the checked addresses for whatever is looked up, so that a name that changes its mind changes nothing. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, callback) => {
    if (options.all === true) return callback(null, [...addresses])
    const [first] = addresses
    return first === undefined ? callback(new Error('No address.'), '') : callback(null, first.address, first.family)
  }

const textOf = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' ? header : (header?.[0] ?? '')

/** Counted packed and unpacked, so that neither a bomb nor an endless stream gets far. */
async function unpack({
  body,
  headers,
  maxBytes,
}: Pick<Dispatcher.ResponseData, 'body' | 'headers'> & { maxBytes: number }): Promise<Uint8Array> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new SafeFetchError({ code: 'too_large' })
  const packed = Readable.from(atMost({ source: body, maxBytes }))
  const decoder = decoderOf(textOf(headers['content-encoding']))
  const source = decoder === null ? packed : packed.compose(decoder)
  const chunks: Uint8Array[] = []
  for await (const chunk of atMost({ source, maxBytes })) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

function decoderOf(encoding: string) {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null
    case 'gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new SafeFetchError({ code: 'encoding' })
  }
}

async function* atMost({ source, maxBytes }: { source: AsyncIterable<Uint8Array>; maxBytes: number }) {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new SafeFetchError({ code: 'too_large' })
    yield chunk
  }
}
