import * as v from 'valibot'
import { decodeBytes, encodeBytes, encoded, sha256, transcript } from './bytes.js'
import { isSignedBody, SignedBody, signBody } from './signed.js'

/**
 * Hashes a login at a provider with the device that began it: it stands in the `state` and is the `nonce`, so that what the provider states counts for
 * no other device.
 */
export const socialHash = async ({ social, device }: { readonly social: string; readonly device: string }) =>
  encodeBytes(await sha256(transcript('foyer social 1', social, decodeBytes(device))))

/**
 * Makes a code's verifier (RFC 7636): made of the login's and the device's own hash, so that a provider that states nothing signed counts its code for this
 * device alone as well.
 * @param request.secret - 32 bytes that the frame's device alone knows
 */
export const verifierOf = async ({ secret, hash }: { readonly secret: string; readonly hash: string }) =>
  encodeBytes(await sha256(transcript('foyer social verifier 1', hash, decodeBytes(secret))))

/** A hash of {@link socialHash} as a nonce of EIP-4361 can carry it: of letters and digits alone. */
export const nonceOf = (hash: string): string =>
  [...decodeBytes(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const vouch = 'vouchSocial'

/** A browser says, by the key of its own first-party storage, that it has seen a login at a provider through. */
export const vouchFor = ({ keys, hash }: { readonly keys: CryptoKeyPair; readonly hash: string }) =>
  signBody({ keys, call: vouch, nonce: hash, payload: {} })

/** Whether a browser has said so of this login. */
export const isVouchFor = async ({ body, hash }: { readonly body: SignedBody; readonly hash: string }) =>
  body.nonce === hash && isSignedBody({ call: vouch, body })

/** The longest statement of a provider's that is taken, in characters. */
export const longestIdToken = 4_096

/** An ID token, as a provider has signed it. */
export const IdToken = v.pipe(v.string(), v.maxLength(longestIdToken))
/** A provider's code, to be exchanged. */
export const Code = v.pipe(v.string(), v.minLength(1), v.maxLength(2_048))

/** The message that a visitor has signed at Farcaster, a message of EIP-4361, and the signature: a contract's may be long. */
export const FarcasterSignature = v.object({
  message: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  signature: v.pipe(v.string(), v.maxLength(2_600), v.regex(/^0x([0-9a-fA-F]{2})+$/)),
})
export type FarcasterSignature = v.InferOutput<typeof FarcasterSignature>

/** Proof of a login at a provider, sealed to the keeper: what the provider or the visitor has signed, or the code with what it is exchanged with. */
export const SocialProof = v.union([
  v.object({ idToken: IdToken, vouch: v.nullable(SignedBody) }),
  v.object({ code: Code, secret: encoded(32), vouch: v.nullable(SignedBody) }),
  // Signed on a telephone: no browser has seen it through.
  v.object({ ...FarcasterSignature.entries, vouch: v.null() }),
])
export type SocialProof = v.InferOutput<typeof SocialProof>
