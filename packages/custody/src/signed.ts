import * as v from 'valibot'
import { type Bytes, decodeBytes, encodeBytes, encoded, Id, transcript } from './bytes.js'
import { Person } from './person.js'
import { exportPublicKey, publicKeyLength } from './sealedBox.js'

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A device's, a browser's or the keeper's public signing key on the wire. */
export const PublicKey = encoded(publicKeyLength)
export const Nonce = encoded(32)
const Signature = encoded(64)

/** The longest that what is signed may be, in characters. */
const textLimit = 8192

/** A key that signs. Its private half can't be read, and stays in the browser that made it. */
export const createSigningKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(curve, false, ['sign', 'verify'])

/** Signs bytes by a device's or the keeper's key. @returns the signature as it stands on the wire */
export const signBytes = async (privateKey: CryptoKey, bytes: Bytes): Promise<string> =>
  encodeBytes(new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, bytes)))

/** Whether bytes are signed by a key. @returns false for a key that isn't one, too */
export async function isSignedBytes(key: string, signature: string, bytes: Bytes): Promise<boolean> {
  const publicKey = await crypto.subtle
    .importKey('raw', decodeBytes(key), curve, false, ['verify'])
    .catch(() => undefined)
  return publicKey !== undefined && crypto.subtle.verify(algorithm, publicKey, decodeBytes(signature), bytes)
}

/**
 * A browser's call to the login server or the keeper: the payload as JSON text, signed over the call's name and a nonce of that server's, which counts
 * for 60 seconds and once. A stolen cookie or token alone asks for nothing.
 */
export const SignedBody = v.object({
  key: PublicKey,
  nonce: Nonce,
  text: v.pipe(v.string(), v.maxLength(textLimit)),
  signature: Signature,
})
export type SignedBody = v.InferOutput<typeof SignedBody>

const signedBytes = (call: string, { nonce, text }: Pick<SignedBody, 'nonce' | 'text'>): Bytes =>
  transcript('foyer call 1', call, nonce, text)

/** Signs what a call is given. */
export async function signBody({
  keys,
  call,
  nonce,
  payload,
}: {
  readonly keys: CryptoKeyPair
  /** The call's id, so that what was signed for one isn't taken for another. */
  readonly call: string
  readonly nonce: string
  readonly payload: unknown
}): Promise<SignedBody> {
  const text = JSON.stringify(payload)
  const key = encodeBytes(await exportPublicKey(keys.publicKey))
  const signature = await signBytes(keys.privateKey, signedBytes(call, { nonce, text }))
  return { key, nonce, text, signature }
}

/** Whether a body is signed by the key that it names. Its nonce and its text are still to be looked at. */
export const isSignedBody = ({ call, body }: { readonly call: string; readonly body: SignedBody }): Promise<boolean> =>
  isSignedBytes(body.key, body.signature, signedBytes(call, body))

/** A word that the keeper signs with its own key, which is built into the wallet's page: JSON text and its signature. */
export const Receipt = v.object({ text: v.pipe(v.string(), v.maxLength(textLimit)), signature: Signature })
export type Receipt = v.InferOutput<typeof Receipt>

/** Returns the bytes that a receipt's signature is over. */
export const receiptBytes = (text: string): Bytes => transcript('foyer receipt 1', text)

/** Signs what the keeper states. */
export async function signReceipt(privateKey: CryptoKey, statement: Statement): Promise<Receipt> {
  const text = JSON.stringify(statement)
  return { text, signature: await signBytes(privateKey, receiptBytes(text)) }
}

const Time = v.pipe(v.number(), v.integer(), v.minValue(0))
const common = {
  /** By whom: `email:` and the address as {@link personOf} writes it. */
  person: v.string(),
  /** For which device, by its signing key. */
  device: PublicKey,
  ceremony: Id,
  /** Seconds since 1970. */
  expiresAt: Time,
}

/** A statement of the keeper's. */
export const Statement = v.variant('is', [
  /** The mailbox's link was used for this device; what the login server wants before it lets a new device in. */
  v.object({
    is: v.literal('confirmed'),
    ...common,
    /** From when on the device may change what is more than its own, in seconds since 1970: no sooner than a waiting time has been kept or wasn't needed. */
    actsFrom: Time,
    /** Which wallet is the person's as the keeper has it; null where none is. The login server lets no one into another: its own may be of before. */
    wallet: v.nullable(Id),
  }),
  /** The person is bound to this wallet, whose recovery door's part has this hash when sealed; what the page wants before it shows an address. */
  v.object({
    is: v.literal('bound'),
    ...common,
    wallet: Id,
    sealedHash: encoded(32),
    /** The mailbox that had the wallet before, and since when it hasn't. A later word for a wallet counts, and an earlier one doesn't. */
    moved: v.optional(v.object({ from: Person, at: Time })),
  }),
  /** No wallet is bound to the person: the device may make one. */
  v.object({ is: v.literal('unbound'), ...common }),
])
export type Statement = v.InferOutput<typeof Statement>
export type StatementOf<Is extends Statement['is']> = Extract<Statement, { readonly is: Is }>
