import * as v from 'valibot'
import { limits } from './limits.js'

/** What every call carries in its query [S7.1]. */
export interface CommonQuery {
  readonly projectId: string
  /** The kit's type: `appkit`. */
  readonly st: string
  /** The kit's version, such as `react-evm-1.7.6`. */
  readonly sv: string
  /** The WalletConnect client's id, once there is one. */
  readonly clientId?: string | undefined
}

export const CommonQuery: v.GenericSchema<unknown, CommonQuery> = v.object({
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId), v.regex(/^[\w-]+$/)),
  st: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.sdk)),
  sv: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.sdk)),
  clientId: v.optional(v.pipe(v.string(), v.maxLength(limits.clientId))),
})

/** What a server says with a status that isn't 2xx. The first reason's description is for the visitor [S8.19]. */
export interface ErrorBody {
  readonly status: string
  readonly message?: string | undefined
  readonly reasons: readonly { readonly name: string; readonly description: string }[]
}

export const ErrorBody: v.GenericSchema<unknown, ErrorBody> = v.object({
  status: v.string(),
  message: v.optional(v.string()),
  reasons: v.array(v.object({ name: v.string(), description: v.string() })),
})
