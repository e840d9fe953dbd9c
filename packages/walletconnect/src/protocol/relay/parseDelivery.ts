import * as v from 'valibot'
import { hex32, timestamp } from '../session/bounded.js'
import { parseAs } from '../session/parseAs.js'
import type { Delivery as DeliveryOf } from './relayCalls.js'

/** Relays say nothing, null or an empty text where there is no attestation. */
export const Delivery: v.GenericSchema<unknown, DeliveryOf> = v.pipe(
  v.object({
    topic: hex32,
    message: v.string(),
    publishedAt: v.optional(timestamp, 0),
    tag: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
    attestation: v.nullish(v.pipe(v.string(), v.maxLength(8_192))),
  }),
  v.transform(({ attestation, ...delivery }) => (attestation ? { ...delivery, attestation } : delivery)),
)

const Subscription = v.object({ data: Delivery })

/** Whether a relay's request hands a message over: by its ending, as relays have different names before it. */
export const isDelivery = (method: string): boolean => method.endsWith('_subscription')

/**
 * Reads the message that a relay hands over.
 *
 * @throws InvalidPayloadError
 */
export const parseDelivery = (params: unknown): DeliveryOf =>
  parseAs({ schema: Subscription, value: params, at: 'params' }).data
