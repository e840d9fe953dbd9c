import { encodedUpTo, Id } from '@foyer/custody/bytes'
import { SiteOrigin, signedCall } from '@foyer/custody/calls'
import * as v from 'valibot'

/** The longest that a frame and its window say to each other by the login server, encrypted, in bytes. */
export const windowLength = 5_500
const Letter = encodedUpTo(windowLength)

/*
 * A page may be cut off from the windows that it opens (Cross-Origin-Opener-Policy), and a frame in it with it. Then the frame's request and its window's
 * answer lie here for five minutes, under a key that stands in the window's address alone. A window needs no session: it shows, and the frame signs.
 */

/** Keeps what a frame has its window show. */
export const askWindowCall = signedCall({
  id: 'askWindow',
  path: '/login/v1/windows',
  payload: v.object({ window: Id, asked: Letter }),
})

/** Reads what the window is to show. */
export const readWindowCall = signedCall({
  id: 'readWindow',
  path: '/login/v1/windows/read',
  payload: v.object({ window: Id }),
  reply: v.object({
    asked: Letter,
    /** where the device was let in that asks: a letter's own word on it doesn't count */
    site: SiteOrigin,
    /** the reader is a device of the same person: this browser's visitor asks, and nobody else */
    isOwn: v.boolean(),
  }),
})

/** Keeps what the window says; its first word counts. */
export const answerWindowCall = signedCall({
  id: 'answerWindow',
  path: '/login/v1/windows/answer',
  payload: v.object({ window: Id, said: Letter }),
})

/** Reads what the window has said to its frame: null as long as it says nothing. What was read is forgotten. */
export const pollWindowCall = signedCall({
  id: 'pollWindow',
  path: '/login/v1/windows/poll',
  payload: v.object({ window: Id }),
  reply: v.object({ said: v.nullable(Letter) }),
})
