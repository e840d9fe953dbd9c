import { createHmac, randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { widerNetwork } from '../budget/clientAddress.js'
import { deriveKey, type NamedKey } from '../seal/namedKeys.js'

/** @returns the network that a client, as `clientKey` gives it, shares with those whom the same holder is likely to be: its /48, its IPv4 /24 */
export function networkOf(client: string): string {
  const network = widerNetwork(client)
  if (network !== null || !ipaddr.IPv4.isValid(client)) return network ?? client
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${client}/24`)}/24`
}

/**
 * Whose share it takes what a client makes the server keep: a name for the client's network, always the same for one key, of which the
 * database alone doesn't say which network it stands for.
 */
export type OwnerOf = (client: string) => string

/** @param options.keys - the operator's; where there is none, the names are other ones after each start */
export function createOwnerOf({ keys: [current] }: { keys: readonly NamedKey[] }): OwnerOf {
  const key = current === undefined ? randomBytes(32) : deriveKey({ use: 'sign-in pseudonym', key: current })
  return (client) => createHmac('sha256', key).update(networkOf(client)).digest('hex')
}
