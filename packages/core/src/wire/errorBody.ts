import * as v from 'valibot'

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
