import { type Bytes, transcript } from './bytes.js'
import { CustodyError } from './errors.js'

/** A P-256 public key as a point that isn't compressed. */
export const publicKeyLength = 65

/** A key that boxes can be sealed to. Its private half can't be read. */
export const createBoxKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])

/** A public key as its {@link publicKeyLength} bytes. */
export const exportPublicKey = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', key))

export interface BoxParameters {
  /** The use of the box; a box of one use doesn't open as another's. */
  readonly use: string
  /** All else that it belongs to, such as a wallet. */
  readonly of: readonly string[]
}

/** The bytes of a box beside its content: the key that it was sealed with, and the cipher's tag. */
export const boxOverhead = publicKeyLength + 16

/**
 * Encrypts so that only the holder of the private key reads it, by HPKE's base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. The box is
 * the encapsulated key and then the ciphertext; its use and what it belongs to are HPKE's `info`.
 * @throws CustodyError where the public key isn't a point of the curve
 * @see RFC 9180 §5.1.1, §6.1
 */
export async function sealBox({
  to,
  bytes,
  ...parameters
}: BoxParameters & { readonly to: Bytes; readonly bytes: Bytes }): Promise<Bytes> {
  const suite = await loadSuite()
  const recipientPublicKey = await suite.kem
    .deserializePublicKey(to)
    .catch((cause: unknown) => Promise.reject(wrongKey(parameters, cause)))
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: infoOf(parameters) }, bytes)
  const box = new Uint8Array(enc.byteLength + ct.byteLength)
  box.set(new Uint8Array(enc))
  box.set(new Uint8Array(ct), enc.byteLength)
  return box
}

/** Opens what {@link sealBox} has made. @throws CustodyError where it was sealed to another key, for another use or to go with something else */
export async function openBox({
  keys,
  box,
  ...parameters
}: BoxParameters & { readonly keys: CryptoKeyPair; readonly box: Bytes }): Promise<Bytes> {
  const suite = await loadSuite()
  const by = { recipientKey: keys, enc: box.slice(0, publicKeyLength), info: infoOf(parameters) }
  const opened = await suite
    .open(by, box.slice(publicKeyLength))
    .catch((cause: unknown) => Promise.reject(wrongKey(parameters, cause)))
  return new Uint8Array(opened)
}

/** Comes with the first box: a page that opens none doesn't load it. */
async function loadSuite() {
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import('@hpke/core')
  return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
}

const infoOf = ({ use, of }: BoxParameters): Bytes => transcript('foyer box 1', use, ...of)

const wrongKey = ({ use }: BoxParameters, cause: unknown) =>
  new CustodyError({ code: 'wrong_key', what: `box (${use})`, cause })
