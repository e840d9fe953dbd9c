import type { Eip1193Provider } from '@foyer/core'
import { type AskWalletParameters, askWallet } from '@foyer/core/connector'
import { JsonRpcError, UnknownWalletError, UnsupportedMethodError } from '@foyer/core/errors'

export interface WalletRequest<T> extends Omit<AskWalletParameters<T>, 'ask' | 'readError'> {
  readonly provider: Eip1193Provider
  readonly params?: readonly unknown[] | object | undefined
}

/** Sends a wallet one request, and parses what it answers. @throws as `askWallet` */
export function requestWallet<T>({ provider, params, ...asked }: WalletRequest<T>): Promise<T> {
  const { method } = asked
  return askWallet({ ...asked, ask: () => provider.request(params ? { method, params } : { method }) })
}

/** A method that isn't there, in words: providers of applications, such as Safe's, throw without a number. */
const missingInWords =
  /\bnot (?:yet )?implemented|\b(?:unsupported|unknown|unrecogni[sz]ed|invalid) (?:rpc |json-rpc )?method|\bmethod\b.{0,80}(?:\bnot|n['’]t) (?:be )?(?:supported|found|available|exist)/i

/** Does the wallet not know the method? It says so with 4200, with JSON-RPC's -32601, or in words alone. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof UnsupportedMethodError || (error instanceof JsonRpcError && error.rpcCode === -32601))
    return true
  return (error instanceof UnknownWalletError || error instanceof JsonRpcError) && missingInWords.test(error.message)
}
