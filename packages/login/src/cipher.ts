import { type Bytes, randomBytes } from '@foyer/custody/bytes'
import { CustodyError } from '@foyer/custody/errors'

/** AES-256-GCM with the random nonce before the text; what stands beside is authenticated and not stored. */
export async function encrypt({
  key,
  bytes,
  beside,
}: {
  readonly key: CryptoKey
  readonly bytes: Bytes
  readonly beside: Bytes
}): Promise<Bytes> {
  const iv = randomBytes(12)
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: beside }, key, bytes)
  const all = new Uint8Array(iv.length + text.byteLength)
  all.set(iv)
  all.set(new Uint8Array(text), iv.length)
  return all
}

/** @throws CustodyError (`wrong_key`) where the key, the text or what stands beside isn't what it was encrypted with */
export async function decrypt({
  key,
  bytes,
  beside,
  what,
}: {
  readonly key: CryptoKey
  readonly bytes: Bytes
  readonly beside: Bytes
  /** Names the thing in the error, such as `vault`. */
  readonly what: string
}): Promise<Bytes> {
  const iv = bytes.slice(0, 12)
  const algorithm = { name: 'AES-GCM', iv, additionalData: beside }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.slice(12)))
  } catch (cause) {
    throw new CustodyError({ code: 'wrong_key', what, cause })
  }
}
