import * as v from 'valibot'

/** A call to a network by name, as JSON-RPC has it. */
export interface NodeCall {
  readonly method: string
  readonly params?: unknown
}

/** A request to a node that answers by paths. */
export interface NodeRequest {
  /** Below the node's own address, beginning with `/`. */
  readonly path: string
  /** The posted body: JSON, or bytes in the family's own form; without it the path is read. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  /** The body's type. */
  readonly type?: string | undefined
}

/** A node's answer, as JSON-RPC has it. */
export type NodeOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

/** The translation for nodes that have paths in the place of JSON-RPC: for the kit and for the operator's server. */
export interface NodePaths {
  /** @returns undefined for an unknown method, and for params that it doesn't take */
  requestOf(call: NodeCall): NodeRequest | undefined
  /** @returns undefined for what is no answer of the node's own */
  outcomeOf(said: { readonly status: number; readonly text: string }): NodeOutcome | undefined
}

type Way = (params: unknown) => NodeRequest | undefined

/** A request by its params, as a method takes them. @example nodeWay(v.tuple([Address]), ([address]) => ({ path: `/accounts/${address}` })) */
export const nodeWay =
  <T>(schema: v.GenericSchema<unknown, T>, requestOf: (params: T) => NodeRequest): Way =>
  (params) => {
    const { success, output } = v.safeParse(schema, params)
    return success ? requestOf(output) : undefined
  }

/** Finds a call's request among the ways, by the method's name. */
export const requestBy =
  (ways: Readonly<Record<string, Way>>): NodePaths['requestOf'] =>
  ({ method, params }) =>
    Object.hasOwn(ways, method) ? ways[method]?.(params) : undefined

const Json = v.pipe(v.string(), v.parseJson())

/** Returns a JSON text's content, as a result. @returns undefined for what is no JSON, such as a proxy's page */
export function resultIn(text: string): { readonly result: unknown } | undefined {
  const { success, output } = v.safeParse(Json, text)
  return success ? { result: output } : undefined
}
