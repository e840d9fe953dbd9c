import { type Hex, readLowerHex } from '@foyer/core/chain'
import * as v from 'valibot'

/** Bytes in hexadecimal as nodes and engines answer them, of a length where it is known, and from here on in their one form: `0X` and half a byte are none. */
export const bytesOf = (length?: number): v.GenericSchema<unknown, Hex> =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }): Hex => {
      const hex = readLowerHex(value)
      if (hex !== undefined && (length === undefined || hex.length === 2 + 2 * length)) return hex
      addIssue({ message: `must be ${length ?? 'any number of'} bytes in hexadecimal after 0x` })
      return NEVER
    }),
  )

export const Bytes = bytesOf()
/** Of an index's rows, which the database has as texts. */
export const DataText: v.GenericSchema<unknown, string> = bytesOf()
export const AddressText: v.GenericSchema<unknown, string> = bytesOf(20)
export const HashText: v.GenericSchema<unknown, string> = bytesOf(32)
