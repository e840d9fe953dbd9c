import * as v from 'valibot'
import { limits } from './limits.js'

const mostBaseUnits = 2n ** 256n - 1n

const isBaseUnits = (text: string): boolean =>
  text.length <= limits.baseUnits && /^(?:0|[1-9][0-9]*)$/.test(text) && BigInt(text) <= mostBaseUnits

/** An amount in the smallest unit, as a decimal text: what a 256-bit number holds. */
export const baseUnits: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.check(isBaseUnits, 'must be a whole amount in the smallest unit, of 256 bits at most'),
)

export const positiveBaseUnits: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.check(
    (text) => isBaseUnits(text) && text !== '0',
    'must be a whole amount above 0 in the smallest unit, of 256 bits at most',
  ),
)

/** An address with its network, as CAIP-10 writes it. */
export const caip10: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.regex(
    /^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/,
    'must be a CAIP-10 address such as "eip155:1:0x…"',
  ),
)

export const hexData: v.GenericSchema<unknown, string> = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i))
