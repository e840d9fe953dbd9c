import type { Call, WireSchema } from '@foyer/core/wire'
import * as v from 'valibot'
import { Nonce, Receipt, SignedBody } from './signed.js'

/**
 * A call whose payload is signed by the key of the device that asks, see {@link SignedBody}: the call parses the envelope, the payload's schema what was
 * signed. Both servers answer on the wallet's own origin only.
 */
export interface SignedCall extends Call {
  readonly method: 'post'
  readonly body: typeof SignedBody
  readonly payload: WireSchema
  readonly projectIn: 'nowhere'
}

/** Says a signed call. */
export const signedCall = <
  const Of extends {
    readonly id: string
    readonly path: string
    readonly payload: WireSchema
    readonly reply?: WireSchema
  },
>(
  call: Of,
) => ({ ...call, method: 'post', body: SignedBody, projectIn: 'nowhere' }) as const

/** Says a call that brings a word of the keeper's to the login server, through the wallet's origin: what counts is its signature, and not who asks. */
export const wordCall = <const Name extends string>(id: Name, path: string) =>
  ({ id, method: 'post', path, body: v.object({ receipt: Receipt }), projectIn: 'nowhere' }) as const

/** Gives the nonce that the next call is signed over; each server has its own. */
export const NonceReply = v.object({ nonce: Nonce })

/** The header of a signed call's answer that has a nonce for the next. */
export const nextNonce = 'x-next-nonce'

/** The origin of the asking site, as the browser wrote it to the frame. */
export const SiteOrigin = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.check((text) => URL.canParse(text) && new URL(text).origin === text, 'must be an origin'),
)

/** BCP 47, such as `zh-Hans`: what the visitor reads, and mails are written in where they can be. */
export const LanguageTag = v.pipe(
  v.string(),
  v.maxLength(35),
  v.regex(/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i, 'must be a language tag'),
)

/** Seconds since 1970. */
export const Time = v.pipe(v.number(), v.integer(), v.minValue(0))
