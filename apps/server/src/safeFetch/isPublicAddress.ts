import { BlockList, isIP } from 'node:net'

/** Whether an IP address names the same host from everywhere on the Internet. */
export type IsPublicAddress = (address: string) => boolean

/**
 * IPv4 networks that aren't, or that needn't be, one host for all: private, shared (CGNAT), loopback, link-local,
 * documentation, benchmarks, multicast, reserved.
 * @see the IANA registry of IPv4 special-purpose addresses (RFC 6890)
 */
const closed4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // with the metadata of one cloud, 100.100.100.200
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // with the metadata of most clouds, 169.254.169.254
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32], // looks public, but is a cloud's own service to its machines
]

/** Parts of the one public IPv6 block that carry an IPv4 address or are set aside. */
const closed6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // with Teredo (2001::/32), benchmarks and ORCHID
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['3fff::', 20],
]

/**
 * Makes the check. IPv6 is taken from 2000::/3 only: what is mapped (::ffff:0:0/96), compatible (::/96), NAT64
 * (64:ff9b::/96), unique local, link-local or multicast lies outside.
 */
export function createIsPublicAddress(): IsPublicAddress {
  const refused = new BlockList()
  for (const [network, prefix] of closed4) refused.addSubnet(network, prefix, 'ipv4')
  for (const [network, prefix] of closed6) refused.addSubnet(network, prefix, 'ipv6')
  const global6 = new BlockList()
  global6.addSubnet('2000::', 3, 'ipv6')
  return (address) => {
    const version = isIP(address)
    if (version === 4) return !refused.check(address, 'ipv4')
    // A zone (`fe80::1%eth0`) belongs to an address of this machine's own links.
    if (version !== 6 || address.includes('%')) return false
    return global6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
  }
}
