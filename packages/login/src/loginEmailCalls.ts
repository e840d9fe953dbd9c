import { Id } from '@foyer/custody/bytes'
import { LanguageTag, SiteOrigin, signedCall } from '@foyer/custody/calls'
import { EmailAddress } from '@foyer/custody/person'
import * as v from 'valibot'

/* What a session asks of the login server about another mailbox for its wallet; the way of the whole: `emailChangeCalls.ts`. */

const Code = v.pipe(v.string(), v.regex(/^\d{6}$/, 'must be six digits'))

/** In a session: sends a code to the mailbox that the wallet has, or to the new one where the first was proved already. */
export const beginEmailChangeCall = signedCall({
  id: 'beginEmailChange',
  path: '/login/v1/emails/change',
  payload: v.object({
    email: EmailAddress,
    site: SiteOrigin,
    /** Of the mails; English unless said. */
    language: v.optional(LanguageTag),
  }),
  reply: v.object({
    change: Id,
    action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    codeSeconds: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
})

/** In a session: takes the code of one mailbox. After the first, one is sent to the other, by another id; after that `change` is null, and the keeper is asked. */
export const verifyEmailChangeCall = signedCall({
  id: 'verifyEmailChange',
  path: '/login/v1/emails/verify',
  payload: v.object({ change: Id, code: Code, language: v.optional(LanguageTag) }),
  reply: v.object({ change: v.nullable(Id) }),
})
