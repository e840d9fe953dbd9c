import type * as v from 'valibot'
import type { ProjectFeature } from '../projects/features.js'

/** A schema of a part of a request, or of a whole answer. */
export type WireSchema = v.GenericSchema<unknown, unknown>

/** The headings of the API's document, in their order. */
export const operationGroups = [
  'Networks',
  'Accounts',
  'Tokens',
  'Swaps',
  'Names',
  'On-ramp',
  'Pay',
  'Wallets',
  'Images',
  'Smart sessions',
  'Sign-in',
  'Project',
  'Operations',
  'Administration',
] as const

export type OperationGroup = (typeof operationGroups)[number]

/**
 * One call of the API, defined once: the route parses with these schemas, the OpenAPI document is written from them, and the
 * contract test holds every answer to them.
 */
export interface Operation {
  /** unique, in camel case, such as `getBalance` */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** as the router takes it: `/v1/identity/:address` */
  readonly path: string
  /** Its heading in the documentation. */
  readonly group: OperationGroup
  /** A sentence. */
  readonly summary: string
  /** The allowed callers: pages of a project, or anyone; `admin` needs the operator's token. */
  readonly access: 'project' | 'anyone' | 'admin'
  /** Where a call has its project's id; the query by default. A loose query may have a second question mark in the place of a `&`. */
  readonly projectIn?: 'query' | 'looseQuery' | 'body' | undefined
  /** The switch that a project may turn off; the call then answers 403. */
  readonly feature?: ProjectFeature | undefined
  readonly param?: WireSchema | undefined
  /** Beside what every call carries. */
  readonly query?: WireSchema | undefined
  readonly body?: WireSchema | undefined
  /** JSON when left out. */
  readonly bodyType?: 'json' | 'form' | undefined
  readonly reply: OperationReply
}

/** A JSON answer with its schema, the media types of another, or a status alone. The default is 200. */
export type OperationReply =
  | { readonly status?: number | undefined; readonly schema: WireSchema }
  | { readonly status?: number | undefined; readonly mediaTypes: readonly string[] }
