import { BlockList, isIP, SocketAddress } from 'node:net'

/** Determines the address that a request is counted against. */
export type ClientKey = (request: { remote: string | undefined; forwardedFor: string | undefined }) => string

/** Whether a text is an address or a network, such as `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/**
 * Determines the client: the connection's other end, or, where that is a trusted proxy, the last address of `X-Forwarded-For`
 * that isn't one. An IPv6 address counts as its /64, since a household has that many.
 * @param options.trustedProxies - addresses and networks; none means that the header is never believed
 */
export function createClientKey({ trustedProxies }: { trustedProxies: readonly string[] }): ClientKey {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return ({ remote, forwardedFor }) => {
    let client = unmapped(remote ?? '')
    const hops = (forwardedFor ?? '').split(',').map((hop) => unmapped(hop.trim()))
    while (isIP(client) !== 0 && isTrusted(client)) {
      const next = hops.pop()
      if (next === undefined || isIP(next) === 0) break
      client = next
    }
    return isIP(client) === 6 ? networkOf(client) : client
  }
}

/** @returns the /48 of a client's /64; null for any other client */
export function widerNetwork(client: string): string | null {
  if (!client.endsWith('::/64')) return null
  return `${client.split(':').slice(0, 3).join(':')}::/48`
}

/** A server that listens on IPv6 sees IPv4 clients as `::ffff:192.0.2.1`. */
const unmapped = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

function networkOf(address: string): string {
  const written = new SocketAddress({ address: address.replace(/%.*$/, ''), family: 'ipv6' }).address
  const [head = '', tail] = written.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
