import * as v from 'valibot'
import { isHex } from '../chain/hex.js'
import { AccountParams, type Call, type Output } from './call.js'
import { limits } from './limits.js'

/** A name in a path. */
export const NameParams = v.object({ name: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.name)) })

const nameQuery = v.object({
  /** `2`, as clients of today send it. */
  apiVersion: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/))),
  /** The active account's plain address. */
  sender: v.optional(v.pipe(v.string(), v.maxLength(limits.address))),
})

/** The owner's own data on a name. */
const NameAttributes = v.object({
  /** The picture's URL. */
  avatar: v.optional(v.pipe(v.string(), v.maxLength(limits.url))),
  bio: v.optional(v.pipe(v.string(), v.maxLength(limits.bio))),
})
export type NameAttributes = Output<typeof NameAttributes>

const Seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** An address that a name stands for. */
const NameAddress = v.object({
  address: v.pipe(v.string(), v.maxLength(limits.address)),
  /** ISO 8601. */
  created: v.string(),
})
export type NameAddress = Output<typeof NameAddress>

/** A name and what it stands for. */
export const NameRecord = v.object({
  /** With its zone, such as `alice.foyer.id`. */
  name: v.pipe(v.string(), v.maxLength(limits.name)),
  /** Seconds since 1970 [S9.22]; 0 where it is unknown, as with ENS. */
  registered: Seconds,
  /** Seconds since 1970; 0 where it is unknown. */
  updated: Seconds,
  /** By coin type, in decimal [S9.21]. Clients take the first. */
  addresses: v.record(v.pipe(v.string(), v.regex(/^\d{1,10}$/)), NameAddress),
  attributes: v.array(NameAttributes),
})
export type NameRecord = Output<typeof NameRecord>

/** The record of a name [S7.14]. */
export const nameCall = {
  id: 'resolveName',
  method: 'get',
  path: '/v1/profile/account/:name',
  params: NameParams,
  query: nameQuery,
  reply: NameRecord,
} as const satisfies Call

/** The names of an address, its own zone's first [S7.15]. */
export const NamesReply = v.array(NameRecord)
export type NamesReply = Output<typeof NamesReply>

/** The names of an address [S7.15]. */
export const namesCall = {
  id: 'listNamesOfAddress',
  method: 'get',
  path: '/v1/profile/reverse/:address',
  params: AccountParams,
  query: nameQuery,
  reply: NamesReply,
} as const satisfies Call

/** The zone in which the server gives names. */
export const nameZoneCall = {
  id: 'getNameZone',
  method: 'get',
  path: '/v1/profile/zone',
  reply: v.object({
    /** The domain below which they stand, such as `foyer.id`; null where the server gives none. */
    zone: v.nullable(v.pipe(v.string(), v.maxLength(limits.name), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/))),
  }),
} as const satisfies Call

/** A name that could be had [S3.21]. */
const NameSuggestion = v.object({
  /** With its zone. */
  name: v.pipe(v.string(), v.maxLength(limits.name)),
  /** Whether it is registered. */
  registered: v.boolean(),
})
export type NameSuggestion = Output<typeof NameSuggestion>

export const SuggestionsReply = v.object({ suggestions: v.array(NameSuggestion) })
export type SuggestionsReply = Output<typeof SuggestionsReply>

/** Names like one, where they are free [S7.16]. */
export const suggestionsCall = {
  id: 'suggestNames',
  method: 'get',
  path: '/v1/profile/suggestions/:name',
  params: NameParams,
  query: v.object({
    /** The zone that the name is to stand in [S9.23]. */
    zone: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.name)),
  }),
  reply: SuggestionsReply,
} as const satisfies Call

const EvmAddress = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address of 40 hex digits after 0x'),
  v.toLowerCase(),
  v.guard(isHex),
)

/** A name to be registered [S7.17]. */
export const RegistrationBody = v.object({
  /** Of the account's network, by ENSIP-11: 2147483648 OR the chain id [S9.21]. */
  coin_type: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffff_ffff)),
  address: EvmAddress,
  /** JSON of a {@link RegistrationMessage}, exactly as it was signed. */
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.registrationMessage)),
  /** By `personal_sign`, by ERC-1271 or by ERC-6492. */
  signature: v.pipe(
    v.string(),
    v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'must be bytes as hex digits after 0x'),
    v.minLength(64),
    v.maxLength(limits.signature),
  ),
})
export type RegistrationBody = Output<typeof RegistrationBody>

/** The message that an account signs to have a name. */
export const RegistrationMessage = v.strictObject({
  /** With its zone. */
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
  /** Seconds since 1970 [S9.22]. */
  timestamp: Seconds,
  /** The host of the page that asks, with its port where it has one; Foyer's own clients say it, others don't. */
  domain: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(limits.domain))),
  /** The project that the page is of; said together with `domain`. */
  project: v.optional(v.pipe(v.string(), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/))),
})
export type RegistrationMessage = Output<typeof RegistrationMessage>

/** Gives a name to the account that signed for it [S7.17]. */
export const registerNameCall = {
  id: 'registerName',
  method: 'post',
  path: '/v1/profile/account',
  projectIn: 'nowhere',
  body: RegistrationBody,
  reply: v.object({ success: v.boolean() }),
} as const satisfies Call

/** The request of a contract's client to a gateway. @see ERC-3668 */
export const GatewayBody = v.object({
  /** The contract whose call it is. */
  sender: EvmAddress,
  /** The call's data. */
  data: v.pipe(
    v.string(),
    v.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'must be bytes as hex digits after 0x'),
    v.maxLength(limits.gatewayData),
    v.guard(isHex),
  ),
})
export type GatewayBody = Output<typeof GatewayBody>

export const GatewayReply = v.object({
  /** Bytes for the contract's callback. */
  data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-fA-F]{2})*$/), v.guard(isHex)),
})
export type GatewayReply = Output<typeof GatewayReply>
