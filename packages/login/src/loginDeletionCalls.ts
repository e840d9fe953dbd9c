import { Id } from '@foyer/custody/bytes'
import { LanguageTag, signedCall, Time } from '@foyer/custody/calls'
import * as v from 'valibot'

/* What a person's session asks of the login server about the deletion of their wallet; the way of the whole: `deletionCalls.ts`. */

/** In a session under five minutes: lets the keeper's word for a deletion in, for ten minutes. */
export const allowDeletionCall = signedCall({
  id: 'allowDeletion',
  path: '/login/v1/deletions/allow',
  payload: v.object({ wallet: Id, language: v.optional(LanguageTag) }),
})

/** In a session: when the person's wallet is deleted, as far as the login server knows; null where it isn't to be. */
export const readDeletionCall = signedCall({
  id: 'readDeletion',
  path: '/login/v1/deletions/read',
  payload: v.object({ wallet: Id }),
  reply: v.object({ opensAt: v.nullable(Time) }),
})

/** In a session of the person's, of whichever device: cancels it at the login server, without which the keeper deletes nothing. */
export const stopDeletionCall = signedCall({
  id: 'stopDeletion',
  path: '/login/v1/deletions/stop',
  payload: v.object({ wallet: Id }),
})
