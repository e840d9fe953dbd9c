import type { Eip1193Provider } from '@foyer/core'
import { type AskWalletParameters, askWallet } from '@foyer/core/connector'
import { JsonRpcError, UnsupportedMethodError } from '@foyer/core/errors'

export interface WalletRequest<T> extends Omit<AskWalletParameters<T>, 'ask' | 'readError'> {
  readonly provider: Eip1193Provider
  readonly params?: readonly unknown[] | undefined
}

/** Sends a wallet one request, and parses what it answers. @throws as `askWallet` */
export function requestWallet<T>({ provider, params, ...asked }: WalletRequest<T>): Promise<T> {
  const { method } = asked
  return askWallet({ ...asked, ask: () => provider.request(params ? { method, params } : { method }) })
}

/** Does the wallet not know the method? It says so with 4200, or with JSON-RPC's -32601. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof UnsupportedMethodError || (error instanceof JsonRpcError && error.rpcCode === -32601)
}
