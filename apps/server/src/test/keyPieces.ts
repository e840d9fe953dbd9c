import type { Bytes } from '@foyer/custody/bytes'
import { keyLength } from '@foyer/custody/bytes'

/** The ends of whatever text of a row may hold a key: a thief doesn't know which of them does. */
export const keyPieces = (row: unknown): Bytes[] =>
  (JSON.stringify(row).match(/[\w-]{43,}/g) ?? []).flatMap((text) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'base64url'))
    return [bytes.slice(0, keyLength), bytes.slice(-keyLength)]
  })
