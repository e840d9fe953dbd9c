import type { LookupAddress } from 'node:dns'
import { parseUrl } from '@foyer/core/links'
import type { Clock } from '@foyer/service/clock'
import { startDeadline } from '../kernel/deadline.js'
import { unlessAborted } from '../kernel/unlessAborted.js'
import { readDataUrl } from './dataUrl.js'
import { type Exchanged, exchange } from './exchange.js'
import { checked, isPublicAddress, resolveUrl, type Target } from './resolveUrl.js'
import { SafeFetchError } from './SafeFetchError.js'
import type { SafeFetchConfig } from './safeFetchConfig.js'

export interface SafeFetchRequest {
  /** https, http where configured, `data:`, and `ipfs://` and `ar://` through the configured gateways */
  url: string
  /** the media types that are taken, such as `application/json` or `image/*` */
  accept: readonly string[]
  /** sent as POST, and then never sent on to another address */
  body?: string | undefined
  /** after unpacking; 5 MB if left out */
  maxBytes?: number | undefined
  signal: AbortSignal
}

export interface Fetched {
  /** in lower case and without parameters, such as `image/png`: the host's header, not the content's type */
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * Fetches a URL from untrusted text: the only way in which the server does. All addresses of the host must be
 * public, the connection goes to one of those that were checked, and every redirect is checked as the first address was;
 * 5 redirects, 5 s and 5 MB at most. No cookies, no referrer, and nothing of the visitor's request goes along.
 * @throws {@link SafeFetchError} · the signal's reason
 * @example
 * const { bytes } = await safeFetch({ url: 'ipfs://bafy…/1.json', accept: ['application/json'], signal })
 */
export type SafeFetch = (request: SafeFetchRequest) => Promise<Fetched>

/**
 * All addresses of a host's name. Rejects for a name that has none, and when the signal aborts.
 * @param asked.isTrusted - whether the operator named it, and not a stranger
 */
export type ResolveHost = (
  host: string,
  asked: { readonly isTrusted: boolean; readonly signal: AbortSignal },
) => Promise<readonly LookupAddress[]>

export interface SafeFetchParameters {
  config: SafeFetchConfig
  clock: Clock
  resolveHost: ResolveHost
}

const mostRedirects = 5
const timeoutMs = 5_000
const usualMaxBytes = 5 * 1024 * 1024

export function createSafeFetch({ config, clock, resolveHost }: SafeFetchParameters): SafeFetch {
  return async ({ signal, maxBytes = usualMaxBytes, ...request }) => {
    signal.throwIfAborted()
    const inline = readDataUrl({ url: request.url, maxBytes })
    if (inline !== null) return accepted({ answer: inline, accept: request.accept })
    const deadline = startDeadline({ signal, ms: timeoutMs, clock })
    const walk: Walk = { config, resolveHost, request: { ...request, maxBytes, signal: deadline.signal } }
    try {
      const answer = await follow(walk, resolveUrl({ text: request.url, config }))
      return accepted({ answer, accept: request.accept })
    } catch (cause) {
      signal.throwIfAborted() // the caller aborted, which isn't the host's failure
      if (deadline.signal.aborted) throw new SafeFetchError({ code: 'slow', cause })
      throw cause
    } finally {
      deadline.end()
    }
  }
}

interface Walk {
  config: SafeFetchConfig
  resolveHost: ResolveHost
  request: Omit<SafeFetchRequest, 'maxBytes'> & { maxBytes: number }
}

async function follow(walk: Walk, first: Target): Promise<Fetched> {
  const { config, request } = walk
  let target = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer: Exchanged = await exchange({ ...request, target, addresses: await addressesOf(walk, target) })
    if (answer.kind === 'content') return answer
    const url = parseUrl(answer.location, target.url)
    if (request.body !== undefined || !url) break
    target = checked({ url, config })
  }
  throw new SafeFetchError({ code: 'redirects' })
}

/** @throws {@link SafeFetchError} when one of the addresses isn't public: a name that has both is up to something */
async function addressesOf({ resolveHost, request }: Walk, target: Target): Promise<readonly LookupAddress[]> {
  const host = target.url.hostname.replace(/^\[|\]$/g, '')
  const { signal } = request
  const addresses = await unlessAborted({
    work: resolveHost(host, { isTrusted: target.trusted, signal }),
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new SafeFetchError({ code: 'unreachable', cause })
  })
  if (addresses.length === 0) throw new SafeFetchError({ code: 'unreachable' })
  if (!target.trusted && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new SafeFetchError({ code: 'address' })
  }
  return addresses
}

function accepted({ answer, accept }: { answer: Fetched; accept: readonly string[] }): Fetched {
  const [kind] = answer.contentType.split('/')
  if (!accept.some((type) => type === answer.contentType || type === `${kind}/*`)) {
    throw new SafeFetchError({ code: 'type' })
  }
  return { contentType: answer.contentType, bytes: answer.bytes }
}
