import * as v from 'valibot'
import { limits } from './limits.js'

const mostBaseUnits = 2n ** 256n - 1n

const isBaseUnits = (text: string): boolean =>
  text.length <= limits.baseUnits && /^(?:0|[1-9][0-9]*)$/.test(text) && BigInt(text) <= mostBaseUnits

/** An amount in the smallest unit, as a decimal text: what a 256-bit number holds. */
export const baseUnits = v.pipe(
  v.string(),
  v.check(isBaseUnits, 'must be a whole amount in the smallest unit, of 256 bits at most'),
)

/** The same, above nothing. */
export const positiveBaseUnits = v.pipe(
  v.string(),
  v.check(
    (text) => isBaseUnits(text) && text !== '0',
    'must be a whole amount above 0 in the smallest unit, of 256 bits at most',
  ),
)
