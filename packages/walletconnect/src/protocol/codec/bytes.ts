/** Bytes that WebCrypto takes: never a view of memory that others share. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Puts pieces of bytes behind each other. */
export function joinBytes(...pieces: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    joined.set(piece, offset)
    offset += piece.length
  }
  return joined
}

/** Writes a text as UTF-8. */
export const utf8ToBytes = (text: string): Bytes => new TextEncoder().encode(text)

/**
 * Reads UTF-8; bytes that aren't are refused, never replaced.
 *
 * @throws TypeError
 */
export const bytesToUtf8 = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
