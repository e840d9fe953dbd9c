import * as v from 'valibot'
import { encodedUpTo, Id } from './bytes.js'
import { LanguageTag, SiteOrigin, signedCall, Time } from './calls.js'
import { LoggedIn, SocialName } from './person.js'
import { PublicKey } from './signed.js'

/**
 * Proves an account to the keeper, which checks by itself what the provider states of it: that it is of this operator's client, of this login and of the
 * device that signs. Then it is as if a mailbox's link had been used: how far the ceremony is, `ceremonyState` says. A device that asks again has the same.
 */
export const proveSocialCall = signedCall({
  id: 'proveSocial',
  path: '/keeper/v1/socials',
  payload: v.object({
    social: Id,
    provider: SocialName,
    site: SiteOrigin,
    /** The device's key that the wallet's part is sealed to. */
    key: PublicKey,
    /** A {@link SocialProof}, sealed to the keeper. */
    proof: encodedUpTo(5_500),
    /** Of the mails about it; English unless said. */
    language: v.optional(LanguageTag),
  }),
  reply: v.object({
    ceremony: Id,
    expiresAt: Time,
    ...LoggedIn.entries,
    /** By which the account is shown to the login server; null where what the provider states is signed. */
    token: v.nullable(v.string()),
  }),
})
