import ipaddr from 'ipaddr.js'

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
