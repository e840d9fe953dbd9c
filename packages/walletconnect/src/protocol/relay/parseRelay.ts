import { parseAs } from '../session/parseAs.js'
import { type Delivery, type RelayMethod, type RelayResults, relayReads, Subscription } from './relayCalls.js'

/**
 * Reads what a relay answers.
 *
 * @throws InvalidPayloadError
 */
export function parseRelayResult<Method extends RelayMethod>({
  method,
  result,
}: {
  readonly method: Method
  readonly result: unknown
}): RelayResults[Method] {
  return parseAs<RelayResults[Method]>({ schema: relayReads[method], value: result, at: 'result' })
}

/** Whether a relay's request hands a message over: by its ending, as relays have different names before it. */
export const isDelivery = (method: string): boolean => method.endsWith('_subscription')

/**
 * Reads the message that a relay hands over.
 *
 * @throws InvalidPayloadError
 */
export const parseDelivery = (params: unknown): Delivery =>
  parseAs({ schema: Subscription, value: params, at: 'params' }).data
