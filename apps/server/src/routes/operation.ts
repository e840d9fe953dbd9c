import type { StatusCode } from 'hono/utils/http-status'
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

/** The parts of a request that an operation takes. */
export interface OperationParts {
  readonly param?: WireSchema
  /** beside what every call carries */
  readonly query?: WireSchema
  readonly body?: WireSchema
}

/**
 * One call of the API, defined once: `route` refuses, counts and parses by it, the OpenAPI document is written from it, and the contract
 * test holds every answer to it.
 */
export interface Operation {
  /** unique, in camel case, such as `getBalance` */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** as the router takes it: `/v1/identity/:address` */
  readonly path: string
  /** Another spelling of the path that clients use. */
  readonly alsoAt?: string | undefined
  /** Its heading in the documentation. */
  readonly group: OperationGroup
  /** A sentence. */
  readonly summary: string
  /** The allowed callers: pages of a project, or anyone; `admin` needs the operator's token. */
  readonly access: 'project' | 'anyone' | 'admin'
  /** In units, of which one is an answer out of memory or of one row; 1 when left out. A call of a node or a provider is about 5. */
  readonly cost?: number | undefined
  /** Whether the handler lets callers in by itself: by a session of a browser, a token of its own, or everybody at any load. */
  readonly admitsItself?: boolean | undefined
  /** Whether it is passed on to the nodes of the network that `chainId` names in the query. */
  readonly passesOn?: boolean | undefined
  /** Whether pages that aren't the project's may ask too. */
  readonly anyOrigin?: boolean | undefined
  /** Where a call has its project's id; the query by default. A loose query may have a second question mark in the place of a `&`. */
  readonly projectIn?: 'query' | 'looseQuery' | 'body' | undefined
  /** The switch that a project may turn off; the call then answers 403. */
  readonly feature?: ProjectFeature | undefined
  /** What is parsed before the handler runs. */
  readonly takes: OperationParts
  /** What the handler reads by itself: a protocol's own request, whose faults are answered in its own way. */
  readonly reads?: OperationParts | undefined
  /** JSON when left out. */
  readonly bodyType?: 'json' | 'form' | undefined
  /** Of a body; 64 KiB when left out. */
  readonly limitBytes?: number | undefined
  readonly reply: OperationReply
}

/** A JSON answer with its schema, the media types of another, or a status alone. The default is 200. */
export type OperationReply =
  | { readonly status?: StatusCode | undefined; readonly schema: WireSchema }
  | { readonly status?: StatusCode | undefined; readonly mediaTypes: readonly string[] }

/** What an operation takes and what its handler reads, as the documents show it. */
export const partsOf = ({ takes, reads }: Operation): OperationParts => ({ ...takes, ...reads })
