import type * as v from 'valibot'

/** A schema of a part of a request, or of a whole answer. */
export type WireSchema = v.GenericSchema<unknown, unknown>

/**
 * One call of the API, said once: the route parses with these schemas, the OpenAPI document is written from them, and the
 * contract test holds every answer to them.
 */
export interface Operation {
  /** unique, in camel case, such as `getBalance` */
  readonly id: string
  readonly method: 'get' | 'post'
  /** as the router takes it: `/v1/identity/:address` */
  readonly path: string
  /** The heading that it stands under. */
  readonly group: string
  /** A sentence. */
  readonly summary: string
  /** Who may ask: pages of a project, or anyone; `admin` needs the operator's token. */
  readonly access: 'project' | 'anyone' | 'admin'
  readonly param?: WireSchema | undefined
  readonly query?: WireSchema | undefined
  readonly body?: WireSchema | undefined
  readonly reply: OperationReply
}

/** A JSON answer with its schema, or the media types of another. */
export type OperationReply =
  | { readonly status?: number | undefined; readonly schema: WireSchema }
  | { readonly status?: number | undefined; readonly mediaTypes: readonly string[] }
