/** A JSON-RPC call. */
export interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>> | undefined
}

export interface RpcRequestOptions {
  readonly signal?: AbortSignal | undefined
  /** How often a read may be tried again; three times unless said. */
  readonly retries?: number | undefined
}

/** A way to a chain's JSON-RPC. The result is what the node said: the caller parses it. */
export interface RpcTransport {
  request(request: RpcRequest, options?: RpcRequestOptions): Promise<unknown>
}
