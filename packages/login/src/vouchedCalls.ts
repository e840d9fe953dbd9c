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
