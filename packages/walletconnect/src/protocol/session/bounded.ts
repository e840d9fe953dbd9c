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
