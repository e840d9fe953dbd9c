import { limits } from '@foyer/core/wire'
import * as v from 'valibot'

/** An account in a path, of whichever family: the characters that CAIP-10 gives an address. */
export const AccountParam: v.GenericSchema<unknown, { address: string }> = v.object({
  address: v.pipe(v.string(), v.maxLength(limits.address), v.regex(/^[-.%a-zA-Z0-9]+$/, "isn't an address")),
})
