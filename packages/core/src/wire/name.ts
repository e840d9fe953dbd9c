import * as v from 'valibot'
import { type Hex, isHex } from '../chain/hex.js'
import { limits } from './limits.js'

/** Beside what every call about a name carries [S7.14 S7.15]. */
export interface NameQuery {
  /** `2`, as clients of today send it. */
  readonly apiVersion?: string | undefined
  /** The active account's plain address. */
  readonly sender?: string | undefined
}

export const NameQuery: v.GenericSchema<unknown, NameQuery> = v.object({
  apiVersion: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/))),
  sender: v.optional(v.pipe(v.string(), v.maxLength(limits.address))),
})

/** What the owner of a name says of it. */
export interface NameAttributes {
  /** Where a picture is. */
  readonly avatar?: string | undefined
  readonly bio?: string | undefined
}

const NameAttributes: v.GenericSchema<unknown, NameAttributes> = v.object({
  avatar: v.optional(v.pipe(v.string(), v.maxLength(limits.url))),
  bio: v.optional(v.pipe(v.string(), v.maxLength(limits.bio))),
})

/** An address that a name stands for. */
export interface NameAddress {
  readonly address: string
  /** ISO 8601. */
  readonly created: string
}

/** A name and what it stands for. */
export interface NameRecord {
  /** With its zone, such as `alice.foyer.id`. */
  readonly name: string
  /** Seconds since 1970 [S9.22]; 0 where it is unknown, as with ENS. */
  readonly registered: number
  /** Seconds since 1970; 0 where it is unknown. */
  readonly updated: number
  /** By coin type, in decimal [S9.21]. Clients take the first. */
  readonly addresses: Readonly<Record<string, NameAddress>>
  readonly attributes: readonly NameAttributes[]
}

const Seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const NameRecord: v.GenericSchema<unknown, NameRecord> = v.object({
  name: v.pipe(v.string(), v.maxLength(limits.name)),
  registered: Seconds,
  updated: Seconds,
  addresses: v.record(
    v.pipe(v.string(), v.regex(/^\d{1,10}$/)),
    v.object({ address: v.pipe(v.string(), v.maxLength(limits.address)), created: v.string() }),
  ),
  attributes: v.array(NameAttributes),
})

/** The names of an address, its own zone's first [S7.15]. */
export type NamesReply = readonly NameRecord[]

export const NamesReply: v.GenericSchema<unknown, NamesReply> = v.array(NameRecord)

/** Where a server gives names. */
export interface NameZoneReply {
  /** The domain below which they stand, such as `foyer.id`; null where the server gives none. */
  readonly zone: string | null
}

export const NameZoneReply: v.GenericSchema<unknown, NameZoneReply> = v.object({
  zone: v.nullable(v.pipe(v.string(), v.maxLength(limits.name), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/))),
})

/** Beside what every call carries [S7.16]. */
export interface SuggestionsQuery {
  /** The zone that the name is to stand in [S9.23]. */
  readonly zone: string
}

export const SuggestionsQuery: v.GenericSchema<unknown, SuggestionsQuery> = v.object({
  zone: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.name)),
})

/** A name that could be had [S3.21]. */
export interface NameSuggestion {
  /** With its zone. */
  readonly name: string
  /** Whether it is registered. */
  readonly registered: boolean
}

export interface SuggestionsReply {
  readonly suggestions: readonly NameSuggestion[]
}

export const SuggestionsReply: v.GenericSchema<unknown, SuggestionsReply> = v.object({
  suggestions: v.array(v.object({ name: v.pipe(v.string(), v.maxLength(limits.name)), registered: v.boolean() })),
})

const EvmAddress = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address of 40 hex digits after 0x'),
  v.toLowerCase(),
  v.guard(isHex),
)

/** A name to be registered [S7.17]. */
export interface RegistrationBody {
  /** Of the account's network, by ENSIP-11: 2147483648 OR the chain id [S9.21]. */
  readonly coin_type: number
  readonly address: string
  /** JSON of a {@link RegistrationMessage}, exactly as it was signed. */
  readonly message: string
  /** By `personal_sign`, by ERC-1271 or by ERC-6492. */
  readonly signature: string
}

export const RegistrationBody: v.GenericSchema<unknown, RegistrationBody> = v.object({
  coin_type: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffff_ffff)),
  address: EvmAddress,
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.registrationMessage)),
  signature: v.pipe(
    v.string(),
    v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be bytes as hex digits after 0x'),
    v.minLength(64),
    v.maxLength(limits.signature),
  ),
})

/** What an account signs to have a name. */
export interface RegistrationMessage {
  /** With its zone. */
  readonly name: string
  readonly attributes: NameAttributes
  /** Seconds since 1970 [S9.22]. */
  readonly timestamp: number
  /** The host of the page that asks, with its port where it has one; Foyer's own clients say it, others don't. */
  readonly domain?: string | undefined
  /** The project that the page is of; said together with `domain`. */
  readonly project?: string | undefined
}

export const RegistrationMessage: v.GenericSchema<unknown, RegistrationMessage> = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(limits.name)),
  attributes: v.strictObject({
    avatar: v.optional(
      v.pipe(
        v.string(),
        v.maxLength(limits.url),
        v.regex(/^(?:https|ipfs|ar):\/\/[\x21-\x7e]+$/, 'must be an https, ipfs or ar address'),
      ),
    ),
    // Neither control characters nor half of a surrogate pair: no database holds those.
    bio: v.optional(v.pipe(v.string(), v.maxLength(limits.bio), v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be text'))),
  }),
  timestamp: Seconds,
  domain: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(limits.domain))),
  project: v.optional(v.pipe(v.string(), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/))),
})

export interface RegistrationReply {
  readonly success: boolean
}

export const RegistrationReply: v.GenericSchema<unknown, RegistrationReply> = v.object({ success: v.boolean() })

/** What a contract's client asks of a gateway. @see ERC-3668 */
export interface GatewayBody {
  /** The contract whose call it is. */
  readonly sender: Hex
  /** The call's data. */
  readonly data: Hex
}

export const GatewayBody: v.GenericSchema<unknown, GatewayBody> = v.object({
  sender: EvmAddress,
  data: v.pipe(
    v.string(),
    v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be bytes as hex digits after 0x'),
    v.maxLength(limits.gatewayData),
    v.guard(isHex),
  ),
})

export interface GatewayReply {
  /** Bytes for the contract's callback. */
  readonly data: Hex
}

export const GatewayReply: v.GenericSchema<unknown, GatewayReply> = v.object({
  data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.guard(isHex)),
})
