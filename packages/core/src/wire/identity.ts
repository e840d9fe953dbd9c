import * as v from 'valibot'
import { limits } from './limits.js'

/** Beside what every call carries [S7.4]. */
export interface IdentityQuery {
  /** The active account's plain address. */
  readonly sender?: string | undefined
}

export const IdentityQuery: v.GenericSchema<unknown, IdentityQuery> = v.object({
  sender: v.optional(v.pipe(v.string(), v.maxLength(limits.address))),
})

/** Who an address says it is. */
export interface IdentityReply {
  readonly name: string | null
  /** The picture's URL: not trusted before it is checked. */
  readonly avatar: string | null
}

export const IdentityReply: v.GenericSchema<unknown, IdentityReply> = v.object({
  name: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
})
