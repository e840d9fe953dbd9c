import * as v from 'valibot'
import { parseAs } from '../session/parseAs.js'
import { Delivery } from './parseDelivery.js'
import { type RelayMethod, type RelayResults, relayBatch } from './relayCalls.js'

const done = v.literal(true)
const subscriptionId = v.pipe(v.string(), v.minLength(1), v.maxLength(256))

const reads: { readonly [Method in RelayMethod]: v.GenericSchema<unknown, RelayResults[Method]> } = {
  irn_publish: done,
  irn_batchPublish: done,
  irn_subscribe: subscriptionId,
  irn_batchSubscribe: v.pipe(v.array(subscriptionId), v.maxLength(relayBatch)),
  irn_unsubscribe: done,
  irn_batchUnsubscribe: done,
  irn_fetchMessages: v.object({ messages: v.array(Delivery), hasMore: v.optional(v.boolean(), false) }),
  wc_proposeSession: done,
  wc_approveSession: done,
}

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
  return parseAs<RelayResults[Method]>({ schema: reads[method], value: result, at: 'result' })
}
