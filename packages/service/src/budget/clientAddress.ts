import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import proxyAddr from 'proxy-addr'

/** Determines the address that a request is counted against. */
export type ClientKey = (request: { remote: string | undefined; forwardedFor: string | undefined }) => string

/** Whether a text is an address or a network, such as `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
export function isNetwork(text: string): boolean {
  return isWhole(text) || (ipaddr.isValidCIDR(text) && isWhole(text.split('/')[0] ?? ''))
}

/** `10.1` and `0x7f000001` are addresses too, for those who know it; in a configuration they are mistakes. */
const isWhole = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/**
 * Determines the client: the connection's other end, or, where that is a trusted proxy, the last address of `X-Forwarded-For`
 * that isn't one. An IPv6 address counts as its /64, since a household has that many; one that holds an IPv4 address (mapped, 6to4, Teredo,
 * NAT64) as that, or anyone with one IPv4 address would have 65,536 networks beside it.
 * @param options.trustedProxies - addresses and networks; none means that the header is never believed
 */
export function createClientKey({ trustedProxies }: { trustedProxies: readonly string[] }): ClientKey {
  const addressOf = addressFrom({ trustedProxies })
  return remembering((request) => {
    const address = addressOf(request)
    return ipaddr.isValid(address) ? keyOf(address) : address
  })
}

/** Determines a client's own address: what is counted is the /64 of an IPv6 address, but a seller receives the address. */
export type ClientAddress = ClientKey

export function createClientAddress({ trustedProxies }: { trustedProxies: readonly string[] }): ClientAddress {
  return remembering(addressFrom({ trustedProxies }))
}

function addressFrom({ trustedProxies }: { trustedProxies: readonly string[] }): ClientAddress {
  const trusts = proxyAddr.compile([...trustedProxies])
  return ({ remote, forwardedFor }) => {
    if (remote === undefined || !ipaddr.isValid(remote)) return remote ?? ''
    // Without the header there is nothing to walk through; most requests have none.
    const hops = forwardedFor === undefined ? [remote] : walk({ remote, forwardedFor, trusts })
    // A hop that is no address belongs to no one: its proxy is whom the request is counted against.
    return ipaddr.process(hops.findLast((hop) => isWhole(hop)) ?? remote).toString()
  }
}

/** A client asks again, and reading an address takes longer than looking one up. */
function remembering(keyFor: ClientKey): ClientKey {
  const keys = new LRUCache<string, string>({ max: mostKeys })
  return (request) => {
    const { remote = '', forwardedFor } = request
    if (forwardedFor !== undefined && forwardedFor.length > longestKept) return keyFor(request)
    const connection = forwardedFor === undefined ? remote : `${remote} ${forwardedFor}`
    const known = keys.get(connection)
    if (known !== undefined) return known
    const key = keyFor(request)
    keys.set(connection, key)
    return key
  }
}

const mostKeys = 10_000
/** Two addresses; the header's length is a stranger's choice. */
const longestKept = 100

/** Whether the other end of a connection is a trusted proxy, whose connections are many clients'. */
export function createIsProxy({ trustedProxies }: { trustedProxies: readonly string[] }): (remote: string) => boolean {
  const trusts = proxyAddr.compile([...trustedProxies])
  return (remote) => trusts(remote, 0)
}

interface Walk {
  remote: string
  forwardedFor: string
  trusts: (address: string, hop: number) => boolean
}

/** More proxies in a row than there are; the header's length is a stranger's choice. */
const mostHops = 16

/** The connection's other end, the proxies before it, and the first that isn't one. */
function walk({ remote, forwardedFor, trusts }: Walk): readonly string[] {
  const hops = [
    remote,
    ...forwardedFor
      .split(',')
      .slice(-mostHops)
      .reverse()
      .map((hop) => hop.trim()),
  ]
  const first = hops.findIndex((hop, index) => !trusts(hop, index))
  return first === -1 ? hops : hops.slice(0, first + 1)
}

function keyOf(address: string): string {
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return heldAddress(parsed.parts) ?? prefixOf({ parts: parsed.parts, length: 4 })
}

/** The IPv4 address on whose owner's behalf an IPv6 address is used: 6to4 (RFC 3056), Teredo (RFC 4380), NAT64 (RFC 6052). */
function heldAddress(parts: readonly number[]): string | null {
  const [first, second = 0, third = 0, ...rest] = parts
  const [seventh = 0, last = 0] = rest.slice(-2)
  if (first === 0x2002) return dotted(second, third)
  if (first === 0x2001 && second === 0) return dotted(seventh ^ 0xffff, last ^ 0xffff)
  const isTranslated = first === 0x64 && second === 0xff9b && [third, ...rest.slice(0, -2)].every((part) => part === 0)
  return isTranslated ? dotted(seventh, last) : null
}

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** @returns the /48 of a client's /64; null for any other client */
export function widerNetwork(client: string): string | null {
  if (!client.endsWith('::/64')) return null
  return prefixOf({ parts: ipaddr.IPv6.parse(client.slice(0, -3)).parts, length: 3 })
}

/** Whose share it takes what a client does: the /48 of a /64, the /24 of an IPv4 address; a client that is neither is its own. */
export function networkOf(client: string): string {
  const wider = widerNetwork(client)
  if (wider !== null) return wider
  return ipaddr.IPv4.isValidFourPartDecimal(client) ? `${client.slice(0, client.lastIndexOf('.'))}.0/24` : client
}

const prefixOf = ({ parts, length }: { parts: readonly number[]; length: number }) =>
  `${parts
    .slice(0, length)
    .map((part) => part.toString(16))
    .join(':')}::/${length * 16}`
