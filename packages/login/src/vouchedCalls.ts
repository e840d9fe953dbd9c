import { limits } from '@foyer/core/limits'
import { SiteOrigin, signedCall } from '@foyer/custody/calls'
import * as v from 'valibot'

/**
 * Asks whether the operator answers for the script of a page, at each approval that this is needed for. A frame names the origin that the browser lets
 * around it: naming another gains nothing, as that page isn't around it.
 */
export const askVouchedCall = signedCall({
  id: 'askVouched',
  path: '/login/v1/vouched',
  payload: v.object({
    projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId)),
    site: SiteOrigin,
  }),
  reply: v.object({ vouched: v.boolean() }),
})

/**
 * Asks which functions of a contract the operator lists for a project: those that a key may be granted to call though their effect isn't known. A frame names the origin that
 * the browser lets around it, and a page that the project doesn't allow is told of none.
 */
export const askCallableCall = signedCall({
  id: 'askCallable',
  path: '/login/v1/callable',
  payload: v.object({
    projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId)),
    site: SiteOrigin,
    chainId: v.pipe(v.string(), v.regex(/^eip155:[1-9]\d{0,15}$/)),
    address: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
  }),
  reply: v.object({ selectors: v.array(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{8}$/))) }),
})
