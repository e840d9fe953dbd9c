import * as v from 'valibot'
import type { RelayResults } from './relayCalls.js'

/** The calls that a client makes by itself; relays know more of them. */
export type ClientMethod = 'irn_publish' | 'irn_batchSubscribe' | 'wc_proposeSession' | 'wc_approveSession'

const done = v.literal(true)

/** The schemas of what a relay answers to a client. */
export const relayAnswers: { readonly [Method in ClientMethod]: v.GenericSchema<unknown, RelayResults[Method]> } = {
  irn_publish: done,
  irn_batchSubscribe: v.array(v.string()),
  wc_proposeSession: done,
  wc_approveSession: done,
}
