import * as v from 'valibot'

/** Bytes of one buffer of their own, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Base64 for URLs, without padding. @see RFC 4648 §5 */
export const encodeBytes = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Reads what {@link encodeBytes} writes. @throws a DOMException for text that isn't base64 */
export const decodeBytes = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Bytes of the platform's cryptographic random generator. */
export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

/** Whether text is bytes in base64url; of several writings of the same bytes, one is. */
const isEncoded = (text: string): boolean =>
  /^[\w-]+$/.test(text) && text.length % 4 !== 1 && encodeBytes(decodeBytes(text)) === text

/** As many bytes as are named, on the wire. */
export const encoded = (length: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => text.length === Math.ceil((length * 4) / 3) && isEncoded(text),
      `must be ${length} bytes in base64url`,
    ),
  )

/** At most as many bytes as are named, on the wire, and one at least. */
export const encodedUpTo = (length: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => text.length <= Math.ceil((length * 4) / 3) && isEncoded(text),
      `must be at most ${length} bytes in base64url`,
    ),
  )

/** The length of each contribution to a door, and of the vault's key, in bytes. */
export const keyLength = 32

/** 128 random bits that name a wallet, a door, a ceremony or a login. */
export const Id = encoded(16)

/** A new {@link Id}. */
export const newId = (): string => encodeBytes(randomBytes(16))

/**
 * Parts as bytes from which they can be had again, so that no two lists of parts give the same: each has its length, in four bytes, before it. The
 * first part names the use and its version.
 */
export function transcript(...parts: readonly (string | Uint8Array)[]): Bytes {
  const each = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const bytes = new Uint8Array(each.reduce((length, part) => length + 4 + part.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of each) {
    view.setUint32(at, part.length)
    bytes.set(part, at + 4)
    at += 4 + part.length
  }
  return bytes
}

/** The SHA-256 of bytes. */
export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
