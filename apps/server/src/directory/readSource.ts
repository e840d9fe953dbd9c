import { readFile, stat } from 'node:fs/promises'
import type { SafeFetch } from '../safeFetch/safeFetch.js'
import { ListingError } from './ListingError.js'

const mostBytes = 20 * 1024 * 1024

/**
 * Reads a list from a file, or from an address that a third party gave the operator.
 * @throws {@link ListingError} · SafeFetchError
 */
export async function readSource({
  source,
  safeFetch,
  signal,
}: {
  source: string
  safeFetch: SafeFetch
  signal: AbortSignal
}): Promise<string> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    const accept = ['application/json', 'text/plain']
    const { bytes } = await safeFetch({ url: source, accept, maxBytes: mostBytes, signal })
    return new TextDecoder().decode(bytes)
  }
  const size = await stat(source).then(
    ({ size }) => size,
    (cause: unknown) => {
      throw new ListingError({ code: 'unreadable', cause })
    },
  )
  if (size > mostBytes) throw new ListingError({ code: 'too_large' })
  return readFile(source, 'utf8').catch((cause: unknown) => {
    throw new ListingError({ code: 'unreadable', cause })
  })
}
