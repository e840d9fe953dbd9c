import * as v from 'valibot'

/** How much of anything a peer may send. */
export const sizes = {
  /** A name, a method, an event, a chain. */
  word: 256,
  url: 2_048,
  text: 8_192,
  /** Families, chains, methods, accounts. */
  list: 1_024,
} as const

export const word: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.minLength(1), v.maxLength(sizes.word))
export const url: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.maxLength(sizes.url))
export const text: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.maxLength(sizes.text))

/** 32 bytes in hex: a topic, a public key. */
export const hex32: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Seconds since 1970. */
export const timestamp: v.GenericSchema<unknown, number> = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/* @__NO_SIDE_EFFECTS__ */
export const listOf = <Item>(item: v.GenericSchema<unknown, Item>): v.GenericSchema<unknown, Item[]> =>
  v.pipe(v.array(item), v.maxLength(sizes.list))

/** By name; a name that every object has of its own is refused. */
/* @__NO_SIDE_EFFECTS__ */
export const mapOf = <Value>(value: v.GenericSchema<unknown, Value>): v.GenericSchema<unknown, Record<string, Value>> =>
  v.pipe(
    v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(sizes.word)), value),
    v.check((map) => {
      const names = Object.keys(map)
      return names.length <= sizes.list && names.every((name) => !(name in Object.prototype))
    }),
  )

/** What a peer says of itself: claims, to be shown with care; where its links lead, `peerLink` judges. */
export interface PeerMetadata {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?: PeerRedirect | undefined
}

/** Where an application lives on the device. */
export interface PeerRedirect {
  readonly native?: string | undefined
  readonly universal?: string | undefined
}

/** A peer and the key by which it takes part in a session. */
export interface Participant {
  /** X25519, in hex. */
  readonly publicKey: string
  readonly metadata: PeerMetadata
}

export interface RelayOptions {
  readonly protocol: string
  readonly data?: string | undefined
}

/** Why a peer ends something. */
export interface Reason {
  readonly code: number
  readonly message: string
}

export const PeerMetadata: v.GenericSchema<unknown, PeerMetadata> = v.object({
  name: text,
  description: v.optional(text, ''),
  url: v.optional(url, ''),
  // A picture whose address is too long is left out: no reason to refuse the peer.
  icons: v.pipe(
    v.fallback(v.array(v.string()), []),
    v.transform((icons) => icons.filter((icon) => icon.length <= sizes.url).slice(0, 16)),
  ),
  redirect: v.optional(v.object({ native: v.optional(url), universal: v.optional(url) })),
})

export const RelayOptions: v.GenericSchema<unknown, RelayOptions> = v.object({
  protocol: word,
  data: v.optional(text),
})

export const Participant: v.GenericSchema<unknown, Participant> = v.object({ publicKey: hex32, metadata: PeerMetadata })

export const Reason: v.GenericSchema<unknown, Reason> = v.object({
  code: v.pipe(v.number(), v.safeInteger()),
  message: text,
})
