import * as v from 'valibot'

// Absence has three spellings in other people's messages: a member is missing, null, or empty. One odd member costs what it is about, never the whole.

/**
 * An optional member of which some write null where they have none. A member that is there has to be right.
 *
 * @example v.parse(v.object({ exp: optionalOrNull(v.string()) }), { exp: null }) // { exp: undefined }
 */
/* @__NO_SIDE_EFFECTS__ */
export const optionalOrNull = <Value>(schema: v.GenericSchema<unknown, Value>) =>
  v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  )

/**
 * An optional member that costs nothing but itself: null, or what can't be read, counts as missing.
 *
 * @example v.parse(v.object({ icon: ifReadable(v.string()) }), { icon: 7 }) // { icon: undefined }
 */
/* @__NO_SIDE_EFFECTS__ */
export const ifReadable = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined)

/**
 * The items of a list that can be read, in its order; null is a list of none. A list that has items, none of which can be read, is refused: it isn't said
 * to be empty.
 *
 * @param most - the length beyond which a list is refused unread
 * @example v.parse(eachReadable(v.string(), 10), ['a', null, 'b']) // ['a', 'b']
 */
/* @__NO_SIDE_EFFECTS__ */
export const eachReadable = <Item>(item: v.GenericSchema<unknown, Item>, most: number) =>
  v.pipe(
    v.nullish(v.pipe(v.array(ifReadable(item)), v.maxLength(most)), () => []),
    v.check((items) => items.length === 0 || items.some((each) => each !== undefined)),
    v.transform((items): Item[] => items.flatMap((each) => (each === undefined ? [] : [each]))),
  )
