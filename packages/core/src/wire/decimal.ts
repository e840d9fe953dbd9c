import * as v from 'valibot'

/** A whole number that is written in decimal digits, as chains write amounts that JSON's own numbers can't hold. @param mostDigits - a longer one is none */
export const decimal = (mostDigits: number): v.GenericSchema<unknown, bigint> =>
  v.pipe(
    v.string(),
    v.maxLength(mostDigits),
    v.regex(/^\d+$/),
    v.transform((text) => BigInt(text)),
  )
