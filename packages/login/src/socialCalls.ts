import { limits } from '@foyer/core/limits'
import { encoded, encodedUpTo, Id } from '@foyer/custody/bytes'
import { SiteOrigin, signedCall } from '@foyer/custody/calls'
import { LoggedIn, SocialName } from '@foyer/custody/person'
import { Receipt } from '@foyer/custody/signed'
import { FarcasterSignature, longestIdToken } from '@foyer/custody/social'
import * as v from 'valibot'
import { asking, KeepsIn, Session } from './loginCalls.js'

/*
 * A login at a provider, in the wallet's own window: the frame begins it, the window leads to the provider and brings its code back, the login server
 * exchanges the code, and both servers check what the provider has signed. What the window says to the frame lies at the login server, encrypted under a
 * key that stands in the window's address alone. Refusals that a visitor reads have codes of their own: `social_unknown` (it is over, or another
 * device's), `social_off` (the operator hasn't switched the provider on), `social_refused` (what the provider stated doesn't count), `email_unverified`,
 * `provider_away`, and with `Retry-After` `provider_busy` and `too_many_codes`.
 */

/** The longest that a window says to its frame, in bytes: what a provider has signed, and the browser's word. */
const Letter = encodedUpTo(5_400)

/** Begins a login at a provider. It is its device's, and is over after half an hour. */
export const beginSocialCall = signedCall({
  id: 'beginSocial',
  path: '/login/v1/socials',
  payload: v.object({ social: Id, provider: SocialName, ...asking }),
})

/** Reads what the wallet's window shows of it, and where it leads. */
export const readSocialCall = signedCall({
  id: 'readSocial',
  path: '/login/v1/socials/read',
  payload: v.object({ social: Id }),
  reply: v.object({
    provider: SocialName,
    site: SiteOrigin,
    /** The address of the provider's page, without a query. */
    authorize: v.pipe(v.string(), v.url(), v.maxLength(limits.url)),
    clientId: v.string(),
    scope: v.string(),
  }),
})

/** Keeps what the window says; its first word counts. */
export const answerSocialCall = signedCall({
  id: 'answerSocial',
  path: '/login/v1/socials/answer',
  payload: v.object({ social: Id, said: Letter }),
})

/** Reads what the window has said to the frame whose login it is: null as long as it says nothing, after a few seconds where the frame waits for it. */
export const pollSocialCall = signedCall({
  id: 'pollSocial',
  path: '/login/v1/socials/poll',
  payload: v.object({ social: Id, waits: v.optional(v.boolean()) }),
  reply: v.object({ said: v.nullable(Letter) }),
})

const Channel = v.pipe(v.string(), v.regex(/^[\w-]{8,128}$/))

/** Opens the channel by which a login at Farcaster passes its relay: what it leads to is shown, or opened on a telephone. */
export const openChannelCall = signedCall({
  id: 'openChannel',
  path: '/login/v1/socials/channel',
  payload: v.object({ social: Id }),
  reply: v.object({ url: v.pipe(v.string(), v.url(), v.maxLength(limits.url)), channel: Channel }),
})

/** Reads what has come by the channel, once the login server has checked it and knows by itself whose it is: null as long as nothing has. */
export const pollChannelCall = signedCall({
  id: 'pollChannel',
  path: '/login/v1/socials/channel/poll',
  payload: v.object({ social: Id, channel: Channel }),
  reply: v.object({
    said: v.nullable(v.object({ ...FarcasterSignature.entries, userName: LoggedIn.entries.userName })),
  }),
})

/** Exchanges the provider's code for what the provider states of the account, which the login server checks and keeps until the login's end. */
export const exchangeSocialCall = signedCall({
  id: 'exchangeSocial',
  path: '/login/v1/socials/exchange',
  payload: v.object({
    social: Id,
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
    /** Whose hash the provider was sent. */
    verifier: encoded(32),
  }),
  reply: v.object({ idToken: v.pipe(v.string(), v.maxLength(longestIdToken)) }),
})

/** Shows the login server what a provider states where it doesn't exchange the code itself: it checks by itself whose it is, and keeps that until the login's end. */
export const showSocialCall = signedCall({
  id: 'showSocial',
  path: '/login/v1/socials/show',
  payload: v.object({
    social: Id,
    /** A text that the provider has signed, or a token by which it shows the account. */
    token: v.pipe(v.string(), v.minLength(1), v.maxLength(longestIdToken)),
  }),
})

/** Ends the login, once the keeper has confirmed the same person and device, and begins the session. */
export const finishSocialCall = signedCall({
  id: 'finishSocial',
  path: '/login/v1/socials/finish',
  payload: v.object({ social: Id, confirmation: Receipt, keepsIn: KeepsIn }),
  reply: Session,
})
