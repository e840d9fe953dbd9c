import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'

/** Letters of a name, a method, an event, a chain: the most that a peer may send, as all of these. */
const longestWord = 256
const longestUrl = 2_048
const longestText = 8_192
/** Families, chains, methods, accounts. */
const longestList = 1_024

export const word = v.pipe(v.string(), v.minLength(1), v.maxLength(longestWord))
export const url = v.pipe(v.string(), v.maxLength(longestUrl))
export const text = v.pipe(v.string(), v.maxLength(longestText))

/** 32 bytes in hex: a topic, a public key. */
export const hex32 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Seconds since 1970. */
export const timestamp = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/* @__NO_SIDE_EFFECTS__ */
export const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(longestList))

/** By name; a name that every object has of its own is refused. */
/* @__NO_SIDE_EFFECTS__ */
export const mapOf = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(longestWord)), value),
    v.check((map) => {
      const names = Object.keys(map)
      return names.length <= longestList && names.every((name) => !(name in Object.prototype))
    }),
  )

/** A peer's word on itself: claims, to be shown with care; where its links lead, `peerLink` judges. */
export const PeerMetadata = v.object({
  name: text,
  description: v.optional(text, ''),
  url: v.optional(url, ''),
  // A picture whose address is too long is left out: no reason to refuse the peer.
  icons: v.pipe(
    v.fallback(v.array(v.string()), []),
    v.transform((icons) => icons.filter((icon) => icon.length <= longestUrl).slice(0, 16)),
  ),
  /** Where an application lives on the device. */
  redirect: v.optional(v.object({ native: v.optional(url), universal: v.optional(url) })),
})
export type PeerMetadata = Output<typeof PeerMetadata>
export type PeerRedirect = NonNullable<PeerMetadata['redirect']>

export const RelayOptions = v.object({ protocol: word, data: v.optional(text) })
export type RelayOptions = Output<typeof RelayOptions>

/** A peer and the key by which it takes part in a session. */
export const Participant = v.object({
  /** X25519, in hex. */
  publicKey: hex32,
  metadata: PeerMetadata,
})
export type Participant = Output<typeof Participant>

/** The reason why a peer ends something. */
export const Reason = v.object({ code: v.pipe(v.number(), v.safeInteger()), message: text })
export type Reason = Output<typeof Reason>
