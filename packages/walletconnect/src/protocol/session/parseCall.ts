import type { CallMethod } from './calls.js'
import { type CallParams, type CallResults, callParams, callResults } from './messages.js'
import { parseAs } from './parseAs.js'

/**
 * Reads what a call asks.
 *
 * @throws InvalidPayloadError
 * @example parseParams({ method: 'wc_sessionEvent', params }).event.name
 */
export function parseParams<Method extends CallMethod>({
  method,
  params,
}: {
  readonly method: Method
  readonly params: unknown
}): CallParams[Method] {
  return parseAs<CallParams[Method]>({ schema: callParams[method], value: params, at: 'params' })
}

/**
 * Reads what a call was answered.
 *
 * @throws InvalidPayloadError
 */
export function parseResult<Method extends CallMethod>({
  method,
  result,
}: {
  readonly method: Method
  readonly result: unknown
}): CallResults[Method] {
  return parseAs<CallResults[Method]>({ schema: callResults[method], value: result, at: 'result' })
}
