import type { Bytes } from '../codec/bytes.js'
import type { Ciphers } from './ciphers.js'
import { loadNoble } from './loadNoble.js'

/** HKDF-SHA-256 (RFC 5869) of a shared secret, without salt and info, 32 bytes long. @throws ChunkLoadError */
export async function hkdf({ ciphers, secret }: { readonly ciphers: Ciphers; readonly secret: Bytes }): Promise<Bytes> {
  const { subtle } = ciphers.algorithms
  if (!subtle) return (await loadNobleHkdf())(secret)
  const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const none = new Uint8Array()
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: none, info: none }, key, 256))
}

/** Fetches what does it where there is no WebCrypto. @throws ChunkLoadError */
export async function loadNobleHkdf(): Promise<(secret: Bytes) => Bytes> {
  return (await loadNoble(() => import('./nobleHkdf.js'))).nobleHkdf
}
