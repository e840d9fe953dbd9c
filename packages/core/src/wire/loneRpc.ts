/** A request that goes alone. */
export interface LoneRpc {
  readonly method: string
  readonly params: unknown
}

/** As JSON-RPC 2.0 writes a request that goes alone. */
export const loneRpc = (asked: LoneRpc) => ({ jsonrpc: '2.0', id: 1, ...asked }) as const
