import { parseUrl } from '@foyer/core/links'
import ipaddr from 'ipaddr.js'
import { SafeFetchError } from './SafeFetchError.js'
import type { SafeFetchConfig } from './safeFetchConfig.js'

/** The one block of IPv6 that is public: what is mapped, compatible, NAT64, unique local, link-local or multicast lies outside. */
const global6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Looks public, but is a cloud's own service to its machines. */
const cloudsOwn = '168.63.129.16'

/**
 * Whether an IP address names the same host from everywhere on the Internet.
 * @see the IANA registries of special-purpose addresses (RFC 6890)
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) belongs to an address of this machine's own links.
  if (address.includes('%') || address === cloudsOwn) return false
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.match(global6) && parsed.range() === 'unicast'
}

/** The target of a request. */
export interface Target {
  readonly url: URL
  /** Whether the operator named its origin, so that its address needn't be public. */
  readonly trusted: boolean
}

const longestUrl = 8_192

/**
 * Resolves untrusted text to the URL to fetch, by its form alone: scheme, user, port, gateway.
 * @throws {@link SafeFetchError}
 */
export function resolveUrl({ text, config }: { text: string; config: SafeFetchConfig }): Target {
  if (text.length > longestUrl) throw new SafeFetchError({ code: 'malformed' })
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === 'ipfs') return throughGateway({ gateway: config.ipfsGateway, below: 'ipfs/', path: ipfsPath(text) })
  if (scheme === 'ar') return throughGateway({ gateway: config.arweaveGateway, below: '', path: text.trim().slice(5) })
  const url = parseUrl(text)
  if (!url) throw new SafeFetchError({ code: 'malformed' })
  return checked({ url, config })
}

/** @throws {@link SafeFetchError} for a scheme, user or port that isn't fetched */
export function checked({ url, config }: { url: URL; config: SafeFetchConfig }): Target {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new SafeFetchError({ code: 'scheme' })
  if (url.username !== '' || url.password !== '') throw new SafeFetchError({ code: 'userinfo' })
  if (config.allow.includes(url.origin)) return { url, trusted: true }
  if (url.protocol === 'http:' && !config.http) throw new SafeFetchError({ code: 'scheme' })
  // The usual port of a scheme is the empty text; the other scheme's is borne.
  if (!['', '80', '443'].includes(url.port)) throw new SafeFetchError({ code: 'port' })
  return { url, trusted: false }
}

/** Some write `ipfs://ipfs/{cid}`. */
const ipfsPath = (text: string) => text.trim().replace(/^ipfs:\/\/(ipfs\/)?/i, '')

/** The gateway is the operator's, whatever its address; the path below it is untrusted and must stay below it. */
function throughGateway(request: { gateway: string | undefined; below: string; path: string }): Target {
  const { gateway, below, path } = request
  if (gateway === undefined) throw new SafeFetchError({ code: 'no_gateway' })
  const id = /^[A-Za-z0-9_-]{16,128}(?=$|[/?#])/.exec(path)?.[0]
  if (id === undefined) throw new SafeFetchError({ code: 'malformed' })
  const root = new URL(`${gateway}/${below}${id}`)
  const url = new URL(`${gateway}/${below}${path}`)
  const inside = url.pathname === root.pathname || url.pathname.startsWith(`${root.pathname}/`)
  // A server may read an escaped slash as one, after this check.
  if (!inside || /%2f|%5c|%2e/i.test(url.pathname)) throw new SafeFetchError({ code: 'malformed' })
  return { url, trusted: true }
}
