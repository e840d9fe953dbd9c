import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
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
  headers?: Readonly<Record<string, string>> | undefined
  maxBytes: number
  signal: AbortSignal
}

/**
 * One request and its answer, unpacked.
 * @throws {@link SafeFetchError} · the signal's reason
 */
export async function exchange(parameters: ExchangeParameters): Promise<Exchanged> {
  const { signal } = parameters
  const message = await ask(parameters)
  try {
    const status = message.statusCode ?? 0
    const { location } = message.headers
    if (status >= 300 && status < 400 && location !== undefined) return { kind: 'redirect', location }
    if (status < 200 || status >= 300) throw new SafeFetchError({ code: 'status', status })
    const contentType = message.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
    return { kind: 'content', contentType, bytes: await unpack({ message, ...parameters }) }
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof SafeFetchError ? cause : new SafeFetchError({ code: 'encoding', cause })
  } finally {
    message.destroy()
  }
}

function ask({ target, addresses, accept, body, headers, signal }: ExchangeParameters): Promise<IncomingMessage> {
  const { url } = target
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const request = send({
      protocol: url.protocol,
      host,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        accept: accept.join(', '),
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': 'foyer-server',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      agent: false, // a kept connection would be one that was checked for another request
      ...(isIP(host) === 0 && { servername: host }),
      lookup: pinned(addresses),
      maxHeaderSize: 16 * 1024,
      signal,
    })
    request.on('response', resolve)
    request.on('error', (cause) => {
      reject(signal.aborted ? signal.reason : new SafeFetchError({ code: 'unreachable', cause }))
    })
    request.end(body)
  })
}

/** Gives the checked addresses for whatever is looked up, so that a name that changes its mind changes nothing. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, callback) => {
    if (options.all === true) return callback(null, [...addresses])
    const [first] = addresses
    return first === undefined ? callback(new Error('No address.'), '') : callback(null, first.address, first.family)
  }

interface Unpack {
  message: IncomingMessage
  maxBytes: number
  signal: AbortSignal
}

/** Counted packed and unpacked, so that neither a bomb nor an endless stream gets far. */
async function unpack({ message, maxBytes, signal }: Unpack): Promise<Uint8Array> {
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw new SafeFetchError({ code: 'too_large' })
  const chunks: Uint8Array[] = []
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) chunks.push(chunk)
  }
  const decoder = decoderOf(message.headers['content-encoding'])
  const counted = atMost(maxBytes)
  await (decoder === null
    ? pipeline(message, counted, collect, { signal })
    : pipeline(message, counted, decoder, atMost(maxBytes), collect, { signal }))
  return new Uint8Array(Buffer.concat(chunks))
}

function decoderOf(encoding: string | undefined): (NodeJS.ReadWriteStream & Readable) | null {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
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

function atMost(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) done(new SafeFetchError({ code: 'too_large' }))
      else done(null, chunk)
    },
  })
}
