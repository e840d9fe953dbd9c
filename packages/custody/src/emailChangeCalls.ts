import * as v from 'valibot'
import { Id } from './bytes.js'
import { LanguageTag, SiteOrigin, signedCall, Time } from './calls.js'
import { EmailAddress } from './person.js'
import { Receipt } from './signed.js'

/*
 * A wallet goes from one mailbox to another. Both servers are proved both mailboxes by themselves: the login server by a code that is sent to each, the keeper by
 * a link in a mail to each. Once the keeper has both, and the operator's waiting time is over, it binds the wallet to the new address and states so; only with
 * that receipt (`claimWallet`) does the login server make the wallet the new address's, and only where it was proved both itself. Refusals that a visitor reads
 * have codes of their own: `email_same`, `email_taken` (answered to who has proved that mailbox), `not_by_email`, and those of codes and ceremonies.
 */

/** Asks the keeper, by a device of the person's: both mailboxes get a link. The same again is the same change. */
export const askEmailChangeCall = signedCall({
  id: 'askEmailChange',
  path: '/keeper/v1/emails/change',
  payload: v.object({
    from: EmailAddress,
    to: EmailAddress,
    site: SiteOrigin,
    /** Of the mails; English unless said. */
    language: v.optional(LanguageTag),
  }),
  reply: v.object({ change: Id, expiresAt: Time }),
})

/** The state of a change at the keeper. */
export const EmailChangeState = v.variant('status', [
  /** Not both links were used yet. */
  v.object({ status: v.literal('waiting') }),
  /** Both were, and the operator's waiting time runs: until then either mailbox may cancel it. */
  v.object({ status: v.literal('held'), opensAt: Time }),
  v.object({ status: v.literal('ended'), reason: v.picklist(['refused', 'expired', 'cancelled', 'taken']) }),
  /** The wallet is bound to the new address: what the login server is shown. */
  v.object({ status: v.literal('changed'), receipt: Receipt }),
])
export type EmailChangeState = v.InferOutput<typeof EmailChangeState>

/** Asks how far a change of the device's own is; answers once that is another status than the one that is known, or after 20 seconds. */
export const emailChangeStateCall = signedCall({
  id: 'emailChangeState',
  path: '/keeper/v1/emails/state',
  payload: v.object({ change: Id, known: v.nullable(v.picklist(['waiting', 'held', 'ended', 'changed'])) }),
  reply: EmailChangeState,
})

/** The changes of the person's mailbox that nothing has come of yet, by any device that acts for them; none for any other. */
export const openEmailChangesCall = signedCall({
  id: 'openEmailChanges',
  path: '/keeper/v1/emails/open',
  payload: v.object({}),
  reply: v.object({
    changes: v.array(
      v.object({
        change: Id,
        from: EmailAddress,
        to: EmailAddress,
        beganAt: Time,
        /** Until when both mailboxes may confirm it. */
        expiresAt: Time,
        /** When it goes through; null before both have confirmed it. */
        opensAt: v.nullable(Time),
      }),
    ),
  }),
})

/** Ends a change before the wallet has gone, by any device of the person's. */
export const cancelEmailChangeCall = signedCall({
  id: 'cancelEmailChange',
  path: '/keeper/v1/emails/cancel',
  payload: v.object({ change: Id }),
})
