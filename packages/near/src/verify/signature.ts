import { base64 } from '@scure/base'
import * as v from 'valibot'
import { text, uint } from '../transaction/borsh.js'
import { nonceIn } from '../wire/keys.js'

/**
 * A signature by NEP-413, as the kit writes it: JSON with all that was signed beside the message, so that nothing else is needed to verify it.
 * @example '{"publicKey":"ed25519:…","signature":"…","nonce":"…","recipient":"app.example"}'
 */
export interface NearSignature {
  /** `ed25519:` and base58 */
  readonly publicKey: string
  /** base64 of 64 bytes */
  readonly signature: string
  /** base64 of 32 bytes */
  readonly nonce: string
  readonly recipient: string
  /** Of wallets that answer by going to another page. */
  readonly callbackUrl?: string | undefined
}

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(2048))
const Written = v.pipe(
  v.string(),
  v.maxLength(8192),
  v.parseJson(),
  v.strictObject({
    publicKey: Text,
    signature: Text,
    nonce: v.pipe(
      Text,
      v.check((written) => nonceIn(written) !== undefined),
    ),
    recipient: Text,
    callbackUrl: v.optional(Text),
  }),
)

export const writeSignature = ({ publicKey, signature, nonce, recipient, callbackUrl }: NearSignature): string =>
  JSON.stringify({ publicKey, signature, nonce, recipient, callbackUrl })

/** Reads a signature that was written as JSON. @returns undefined for what isn't written as {@link NearSignature} */
export function readSignature(written: string): NearSignature | undefined {
  const { success, output } = v.safeParse(Written, written)
  return success ? output : undefined
}

/** The prefix of each message, so that none is a transaction: 2^31 and the standard's number. */
const tag = 2n ** 31n + 413n

/** The bytes whose hash is signed. @see NEP-413 */
export const signedBytes = ({
  message,
  nonce,
  recipient,
  callbackUrl,
}: Pick<NearSignature, 'nonce' | 'recipient' | 'callbackUrl'> & { readonly message: string }): Uint8Array =>
  Uint8Array.from([
    ...uint(4, tag),
    ...text(message),
    ...base64.decode(nonce),
    ...text(recipient),
    ...(callbackUrl === undefined ? [0] : [1, ...text(callbackUrl)]),
  ])
