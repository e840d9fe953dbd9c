import * as v from 'valibot'
import type { Call, Output } from './call.js'
import { limits } from './limits.js'

const addresses = v.pipe(v.array(v.pipe(v.string(), v.maxLength(limits.address))), v.maxLength(limits.warnedAddresses))
/** Hosts, without a scheme and a port. */
const sites = v.pipe(v.array(v.pipe(v.string(), v.maxLength(limits.domain))), v.maxLength(limits.warnedSites))

/** Whom a request names, and where it comes from. */
export const Warned = v.object({ addresses: v.optional(addresses, []), sites: v.optional(sites, []) })
export type Warned = Output<typeof Warned>

/** Which of these the operator warns of, by the list that the operator chose; none where there is no list. */
export const warningsCall = {
  id: 'listWarnings',
  method: 'post',
  path: '/v1/warnings',
  body: Warned,
  reply: v.object({ addresses, sites }),
} as const satisfies Call
