import { eachReadable, ifReadable } from '@foyer/core/lenient'
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

/** A peer's public key, which some write in capitals. */
export const peerKey = v.pipe(v.string(), v.toLowerCase(), hex32)

/** Seconds since 1970, without what some clients write behind the point. */
export const timestamp = v.pipe(v.number(), v.transform(Math.floor), v.safeInteger(), v.minValue(0))

/* @__NO_SIDE_EFFECTS__ */
export const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(longestList))

/** The words of a list that can be read; of anything else none. */
export const words = v.fallback(eachReadable(word, longestList), [])

const isOwnName = (name: string): boolean => !(name in Object.prototype)

/** By name; a name that every object has of its own is refused. */
/* @__NO_SIDE_EFFECTS__ */
export const mapOf = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(longestWord)), value),
    v.check((map) => {
      const names = Object.keys(map)
      return names.length <= longestList && names.every(isOwnName)
    }),
  )

/** By name, without what is null or can't be read, and without a name that every object has of its own; a map of which nothing can be read is refused. */
/* @__NO_SIDE_EFFECTS__ */
export const mapOfReadable = <Value>(value: v.GenericSchema<unknown, Value>) =>
  v.pipe(
    v.record(v.string(), ifReadable(value)),
    v.check((map) => Object.keys(map).length <= longestList),
    v.transform((map) => ({
      isEmpty: Object.keys(map).length === 0,
      entries: Object.entries(map).flatMap(([name, each]): [string, Value][] =>
        each === undefined || each === null || !v.is(word, name) || !isOwnName(name) ? [] : [[name, each]],
      ),
    })),
    v.check(({ isEmpty, entries }) => isEmpty || entries.length > 0),
    v.transform(({ entries }): Record<string, Value> => Object.fromEntries(entries)),
  )

/** A peer's word on itself: claims, to be shown with care; where its links lead, `peerLink` judges. */
export const PeerMetadata = v.fallback(
  v.object({
    name: v.fallback(text, ''),
    description: v.fallback(text, ''),
    url: v.fallback(url, ''),
    icons: v.pipe(
      v.fallback(eachReadable(url, longestList), []),
      v.transform((icons) => icons.slice(0, 16)),
    ),
    /** Where an application lives on the device. */
    redirect: ifReadable(v.object({ native: ifReadable(url), universal: ifReadable(url) })),
  }),
  { name: '', description: '', url: '', icons: [], redirect: undefined },
)
export type PeerMetadata = Output<typeof PeerMetadata>
export type PeerRedirect = NonNullable<PeerMetadata['redirect']>

export const RelayOptions = v.object({ protocol: word, data: v.optional(text) })
export type RelayOptions = Output<typeof RelayOptions>

/** A peer and the key by which it takes part in a session. */
export const Participant = v.object({
  /** X25519, in hex. */
  publicKey: peerKey,
  metadata: PeerMetadata,
})
export type Participant = Output<typeof Participant>

/** The reason why a peer ends something. */
export const Reason = v.object({ code: v.pipe(v.number(), v.safeInteger()), message: text })
export type Reason = Output<typeof Reason>
