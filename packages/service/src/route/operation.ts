import type { Call, WireSchema } from '@foyer/core/wire'
import type { StatusCode } from 'hono/utils/http-status'
import type { CallBudget } from '../budget/limit.js'

/** Headings of the documentation; a server adds its own by declaration. */
export interface OperationGroups {
  readonly Keeper: true
  readonly Operations: true
}

/**
 * One call of the API, defined once: a call that kits make is the wire's, and what the server says of it beside. `route` refuses, counts and parses
 * by it, the OpenAPI document is written from it, and the contract test holds every answer to it.
 */
export interface Operation extends Call {
  /** Another spelling of the path that clients use. */
  readonly alsoAt?: string | undefined
  /** Its heading in the documentation. */
  readonly group: keyof OperationGroups
  /** A sentence. */
  readonly summary: string
  /** The allowed callers: pages of a project, or anyone; `admin` needs the operator's token, `wallet` is the wallet's own page. */
  readonly access: 'project' | 'anyone' | 'admin' | 'wallet'
  /** The content of a signed body's text; the handler then gets it and who signed it in the place of the body. */
  readonly payload?: WireSchema | undefined
  /** In units, of which one is an answer out of memory or of one row; 1 when left out. A call of a node or a provider is about 5. */
  readonly cost?: number | undefined
  /** The effects of the call (it sends, stores or asks outside), and what bounds them; each call of the login server and of the keeper says it. */
  readonly budget?: CallBudget | undefined
  /** Whether the handler lets callers in by itself: by a session of a browser, a token of its own, or everybody at any load. */
  readonly admitsItself?: boolean | undefined
  /** Whether it is passed on to the nodes of the network that `chainId` names in the query. */
  readonly passesOn?: boolean | undefined
  /** Whether the handler reads the body by itself: a protocol's own request, whose faults are answered in its own way. */
  readonly readsBody?: boolean | undefined
  /** JSON when left out. */
  readonly bodyType?: 'json' | 'form' | undefined
  /** Of a body; 64 KiB when left out. */
  readonly limitBytes?: number | undefined
  /** Of the answer; 200 when left out. */
  readonly status?: StatusCode | undefined
  /** Of an answer that isn't JSON. Without them and without `reply`, the status says all. */
  readonly mediaTypes?: readonly string[] | undefined
}

/** A call that can't be added without saying what bounds it. @see F2 */
export type BudgetedOperation = Operation & { readonly budget: CallBudget }
