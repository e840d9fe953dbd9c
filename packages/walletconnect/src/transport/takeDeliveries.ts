import { type Delivery, formatPayload, isDelivery, parseDelivery, parsePayload } from '../protocol/index.js'

/**
 * Reads what a relay asks, for `Transport.onRequest`: the messages that it hands over are taken, and once that is done the relay is told so. What
 * nobody could open anyway counts as taken; what is no handing over isn't answered.
 *
 * @param take - what it fails with is thrown on, and the message not taken
 * @example transport.onRequest(takeDeliveries(inbox.deliver))
 */
export const takeDeliveries =
  (take: (delivery: Delivery) => unknown) =>
  async (text: string): Promise<string | undefined> => {
    const payload = attempt(() => parsePayload(text))
    if (payload?.type !== 'request' || !isDelivery(payload.method)) return undefined
    const delivery = attempt(() => parseDelivery(payload.params))
    if (delivery) await take(delivery)
    return formatPayload({ type: 'result', id: payload.id, result: true })
  }

/** Undefined for what can't be read. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
