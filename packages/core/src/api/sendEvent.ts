import type { EventBody } from '../wire/event.js'
import { kitPaths } from '../wire/kitPaths.js'
import type { Http } from './http.js'

export interface SendEventRequest {
  readonly body: EventBody
  readonly signal?: AbortSignal | undefined
}

/** POST /e [S7.31 S7.32]. Sent once: an event lost costs less than a storm of them at a server in trouble. */
export function sendEvent(http: Http, { body, signal }: SendEventRequest): Promise<void> {
  return http.post({ call: 'sendEvent', path: kitPaths.events, body, signal })
}
