import { SafeFetchError } from './SafeFetchError.js'

/**
 * Reads a `data:` URL, without any network.
 * @returns null where the text is no `data:` URL
 * @throws {@link SafeFetchError} when it is malformed or too large
 * @see RFC 2397
 */
export function readDataUrl(request: {
  url: string
  maxBytes: number
}): { contentType: string; bytes: Uint8Array } | null {
  const { url, maxBytes } = request
  if (!/^\s*data:/i.test(url)) return null
  // Escaped, a byte takes three characters.
  if (url.length > 3 * maxBytes + 1_024) throw new SafeFetchError({ code: 'too_large' })
  const text = url.trim()
  const comma = text.indexOf(',')
  if (comma < 0) throw new SafeFetchError({ code: 'malformed' })
  const [type = '', ...parameters] = text.slice(5, comma).toLowerCase().split(';')
  const body = text.slice(comma + 1)
  const bytes = parameters.some((parameter) => parameter.trim() === 'base64') ? fromBase64(body) : fromEscaped(body)
  if (bytes.byteLength > maxBytes) throw new SafeFetchError({ code: 'too_large' })
  return { contentType: type.trim() || 'text/plain', bytes }
}

function fromBase64(body: string): Uint8Array {
  const text = decode(body).replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw new SafeFetchError({ code: 'malformed' })
  return new Uint8Array(Buffer.from(text, 'base64'))
}

const fromEscaped = (body: string): Uint8Array => new TextEncoder().encode(decode(body))

/** On-chain metadata often holds a bare `%`, so what isn't an escape stays as it is. */
function decode(body: string): string {
  try {
    return decodeURIComponent(body)
  } catch {
    return body
  }
}
