import { type Bytes, transcript } from './bytes.js'
import { decrypt, encrypt } from './cipher.js'
import { CustodyError } from './errors.js'

/** A P-256 public key as a point that isn't compressed. */
export const publicKeyLength = 65

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

/** A key that boxes can be sealed to. Its private half can't be read. */
export const createBoxKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(curve, false, ['deriveBits'])

/** A public key as its {@link publicKeyLength} bytes. */
export const exportPublicKey = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', key))

export interface BoxParameters {
  /** What the box is for; a box of one use doesn't open as another's. */
  readonly use: string
  /** What else it belongs to, such as a wallet. */
  readonly of: readonly string[]
}

/** How much longer a box is than what is in it. */
export const boxOverhead = publicKeyLength + 12 + 16

/**
 * Encrypts so that only the holder of the private key reads it: a key pair of its own a box, ECDH, HKDF, AES-256-GCM.
 * @throws CustodyError where the public key isn't a point of the curve
 */
export async function sealBox({
  to,
  bytes,
  ...parameters
}: BoxParameters & { readonly to: Bytes; readonly bytes: Bytes }): Promise<Bytes> {
  const own = await createBoxKeys()
  const from = await exportPublicKey(own.publicKey)
  const key = await boxKey({ privateKey: own.privateKey, other: to, from, to, ...parameters })
  const text = await encrypt({ key, bytes, beside: from })
  const box = new Uint8Array(from.length + text.length)
  box.set(from)
  box.set(text, from.length)
  return box
}

/** Opens what {@link sealBox} has made. @throws CustodyError where it was sealed to another key, for another use or to go with something else */
export async function openBox({
  keys,
  box,
  ...parameters
}: BoxParameters & { readonly keys: CryptoKeyPair; readonly box: Bytes }): Promise<Bytes> {
  const from = box.slice(0, publicKeyLength)
  const to = await exportPublicKey(keys.publicKey)
  const key = await boxKey({ privateKey: keys.privateKey, other: from, from, to, ...parameters })
  return decrypt({ key, bytes: box.slice(publicKeyLength), beside: from, what: `box (${parameters.use})` })
}

async function boxKey({
  privateKey,
  other,
  from,
  to,
  use,
  of,
}: BoxParameters & {
  readonly privateKey: CryptoKey
  readonly other: Bytes
  readonly from: Bytes
  readonly to: Bytes
}): Promise<CryptoKey> {
  const publicKey = await crypto.subtle.importKey('raw', other, curve, false, []).catch((cause: unknown) => {
    throw new CustodyError({ code: 'wrong_key', what: `box (${use})`, cause })
  })
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256)
  const shared = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  const info = transcript('foyer box 1', use, ...of)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: transcript('foyer box keys 1', from, to), info }
  return crypto.subtle.deriveKey(algorithm, shared, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
