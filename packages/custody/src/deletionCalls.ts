import * as v from 'valibot'
import { encoded, Id } from './bytes.js'
import { LanguageTag, SiteOrigin, signedCall, Time, wordCall } from './calls.js'
import { Receipt } from './signed.js'

/*
 * A wallet is deleted after the operator's wait. The login server allows it in a session under five minutes; then a device that acts for the person asks the
 * keeper, which notifies the login server before it begins to wait, so that both have written to the person. Cancelling at either of them cancels it: the
 * keeper notifies the login server, and at the end of the wait asks the login server whether it was cancelled there, then deletes what it has itself, and its
 * signed word for that has the login server delete the rest. What is said between both goes through the wallet's origin, under the keeper's signature.
 * Refusals that a visitor reads: `login_too_old`, `device_unknown`, `deletion_refused`, `deletion_over`, `login_away`.
 */

/** The keeper says that a wallet is to be deleted, with the secret of the link that cancels it in the login server's mail. */
export const noticeDeletionCall = {
  ...wordCall('noticeDeletion', '/login/v1/deletions/notice'),
  body: v.object({ receipt: Receipt, link: encoded(32) }),
} as const

/** The keeper asks, at the end of the wait, whether somebody has cancelled it; from then on no one does here. */
export const closeDeletionCall = wordCall('closeDeletion', '/login/v1/deletions/close')

/** The keeper, or a page that has its word, says that it has deleted what it had: the login server deletes the rest. The same again is no fault. */
export const finishDeletionCall = wordCall('finishDeletion', '/login/v1/deletions/finish')

/** The keeper says that nothing comes of a deletion: somebody has cancelled it there, or it never began to wait. The same again is no fault. */
export const endDeletionCall = wordCall('endDeletion', '/login/v1/deletions/end')

/** Asks the keeper, by a device that acts for the person, to delete their wallet after the operator's wait. While one waits, the same again is that one. */
export const askDeletionCall = signedCall({
  id: 'askDeletion',
  path: '/keeper/v1/deletions/ask',
  payload: v.object({ wallet: Id, site: SiteOrigin, language: v.optional(LanguageTag) }),
  reply: v.object({ deletion: Id, opensAt: Time }),
})

/** Whether a wallet is to be deleted. */
export const DeletionState = v.variant('status', [
  /** It isn't, or the device that asks doesn't act for its person. */
  v.object({ status: v.literal('none') }),
  v.object({ status: v.literal('held'), deletion: Id, opensAt: Time }),
  /** It was: to be shown to the login server, if the keeper's own word hasn't reached it. */
  v.object({ status: v.literal('deleted'), at: Time, receipt: Receipt }),
])
export type DeletionState = v.InferOutput<typeof DeletionState>

/** Asks for that. Anyone who has the wallet's random name is answered that it was deleted. */
export const deletionStateCall = signedCall({
  id: 'deletionState',
  path: '/keeper/v1/deletions/state',
  payload: v.object({ wallet: Id }),
  reply: DeletionState,
})

/** Cancels a deletion that waits, by any device that acts for the person. */
export const cancelDeletionCall = signedCall({
  id: 'cancelDeletion',
  path: '/keeper/v1/deletions/cancel',
  payload: v.object({ deletion: Id }),
})
