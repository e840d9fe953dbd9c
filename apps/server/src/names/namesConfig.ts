import { isHex } from '@foyer/core/chain'
import { checked, matching } from '@foyer/service/config/fields'
import * as v from 'valibot'
import { privateKeyToAddress } from 'viem/accounts'
import { NetworkName } from '../chains/networkName.js'
import { whole } from '../kernel/fields.js'

const Domain = v.pipe(
  v.string(),
  v.maxLength(180, 'must have 180 characters at most'),
  v.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, 'must be a domain in small letters, such as "foyer.id"'),
)

function isPrivateKey(key: string): boolean {
  try {
    return isHex(key) && key.length === 66 && isHex(privateKeyToAddress(key))
  } catch {
    return false // the only thing that it throws for: zero, or a number beyond the curve's order
  }
}

/** The names that a server gives. */
export const NamesConfig = v.strictObject({
  /** the domain of the names */
  zone: Domain,
  /** Domains whose names are the zone's too: clients of AppKit 1.7.6 ask for `reown.id` and, for old names, `wcn.id`. */
  aliases: v.optional(v.pipe(v.array(Domain), v.maxLength(16)), []),
  /** names that can't be registered, beside those that are always reserved */
  reserved: v.optional(
    v.pipe(v.array(matching(/^[a-z0-9-]+$/, 'must be small letters, digits and hyphens')), v.maxLength(10_000)),
    [],
  ),
  /** Whether the signed text must say for which page and project it is. Clients of AppKit 1.7.6 don't say it. */
  requireProject: v.optional(v.boolean(), false),
  /** how far a signed text's time may be from the server's, either way */
  windowSeconds: v.optional(whole(1, 3_600), 300),
  /** how many names a client's network may register in a day */
  perDay: v.optional(whole(1, 10_000), 3),
  /** The private key that answers to contracts are signed with (ERC-3668); without it there is no gateway. */
  gatewayKey: v.optional(checked(isPrivateKey, 'must be a private key, 64 hex digits after 0x')),
  /** how long a signed answer to a contract holds */
  ttlSeconds: v.optional(whole(1, 86_400), 300),
})
export type NamesConfig = v.InferOutput<typeof NamesConfig>

/** On the main network. Written here since `viem/chains` takes a quarter of a second to load, for all chains. */
const mainnetResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

/** The settings of ENS: for names that aren't the server's own, and for addresses that have none here. */
export const EnsConfig = v.strictObject({
  /** the network that ENS lives on, one of the configured */
  chainId: v.optional(NetworkName, 'eip155:1'),
  /** the contract that finds a name's resolver and asks it */
  universalResolver: v.optional(
    v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address of 40 hex digits after 0x'), v.guard(isHex)),
    mainnetResolver,
  ),
})
export type EnsConfig = v.InferOutput<typeof EnsConfig>
