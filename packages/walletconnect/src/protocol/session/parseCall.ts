import type { CallMethod } from './calls.js'
import type { CallParams, CallResults, ReadableParams, ReadableResults } from './messages.js'
import { parseAs } from './parseAs.js'

/**
 * Whether one side takes a call: a wallet settles and updates, an application proposes and asks, and neither takes from the other what
 * is the other's to take.
 *
 * @example takes(dappReads, 'wc_sessionRequest') // false
 */
export const takes = <Method extends CallMethod>(
  reads: { readonly params: ReadableParams<Method> },
  method: string,
): method is Method => Object.hasOwn(reads.params, method)

/**
 * Reads what a call asks.
 *
 * @throws InvalidPayloadError
 * @example parseParams({ reads: dappReads, method: 'wc_sessionEvent', params }).event.name
 */
export function parseParams<Method extends CallMethod>({
  reads,
  method,
  params,
}: {
  readonly reads: { readonly params: ReadableParams<Method> }
  readonly method: Method
  readonly params: unknown
}): CallParams[Method] {
  return parseAs<CallParams[Method]>({ schema: reads.params[method], value: params, at: 'params' })
}

/**
 * Reads what a call was answered.
 *
 * @throws InvalidPayloadError
 */
export function parseResult<Method extends CallMethod>({
  reads,
  method,
  result,
}: {
  readonly reads: { readonly results: ReadableResults<Method> }
  readonly method: Method
  readonly result: unknown
}): CallResults[Method] {
  return parseAs<CallResults[Method]>({ schema: reads.results[method], value: result, at: 'result' })
}
