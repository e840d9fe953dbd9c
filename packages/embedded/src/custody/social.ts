import * as v from 'valibot'
import { decodeBytes, encodeBytes, sha256, transcript } from './bytes.js'
import { isSignedBody, SignedBody, signBody } from './signed.js'

/**
 * What ties a login at a provider to the device that began it: it stands in the `state` and is the `nonce`, so that what the provider states counts for
 * no other device.
 */
export const socialHash = async ({
  social,
  device,
}: {
  readonly social: string
  /** The device's signing key. */
  readonly device: string
}): Promise<string> => encodeBytes(await sha256(transcript('foyer social 1', social, decodeBytes(device))))

/** What the frame's device knows alone of a login at a provider, as the provider is told of it. @see RFC 7636 §4.2 */
export const challengeOf = async (verifier: string): Promise<string> =>
  encodeBytes(await sha256(new Uint8Array(new TextEncoder().encode(verifier))))

const vouch = 'vouchSocial'

/** A browser says, by the key of its own first-party storage, that it has seen a login at a provider through. */
export const vouchFor = ({
  keys,
  hash,
}: {
  readonly keys: CryptoKeyPair
  readonly hash: string
}): Promise<SignedBody> => signBody({ keys, call: vouch, nonce: hash, payload: {} })

/** Whether a browser has said so of this login. */
export const isVouchFor = async ({
  body,
  hash,
}: {
  readonly body: SignedBody
  readonly hash: string
}): Promise<boolean> => body.nonce === hash && isSignedBody({ call: vouch, body })

/** The longest statement of a provider's that is taken, in characters. */
export const longestIdToken = 4_096

/** What the keeper is sent of a login at a provider, sealed to it. */
export const SocialProof = v.object({
  idToken: v.pipe(v.string(), v.maxLength(longestIdToken)),
  vouch: v.nullable(SignedBody),
})
export type SocialProof = v.InferOutput<typeof SocialProof>

/** What the wallet's window says to the frame, under a key that is in neither server: the provider's code, or why there is none. */
export const SocialAnswer = v.union([
  v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)), vouch: SignedBody }),
  v.object({ error: v.pipe(v.string(), v.maxLength(100)) }),
])
export type SocialAnswer = v.InferOutput<typeof SocialAnswer>
