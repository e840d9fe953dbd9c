import { ProviderError } from './providerError.js'

export type Rpc = (request: { readonly method: string; readonly params?: unknown }) => Promise<unknown>

/**
 * Speaks JSON-RPC 2.0 with a chain, over HTTP.
 * @throws ProviderError with the chain's own code, or -32603 where it says nothing of use
 */
export function createRpc({ url, fetch }: { readonly url: string; readonly fetch: typeof globalThis.fetch }): Rpc {
  return async ({ method, params }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    })
    const body: unknown = await response.json()
    if (isRecord(body) && 'result' in body) return body.result
    const error = isRecord(body) && isRecord(body.error) ? body.error : {}
    const { code, message, data } = error
    throw new ProviderError({
      code: typeof code === 'number' ? code : -32603,
      message: typeof message === 'string' ? message : `The chain answered ${response.status} without a result.`,
      data,
    })
  }
}

/** An object whose fields can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
