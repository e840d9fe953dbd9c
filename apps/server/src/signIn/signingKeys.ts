import { hkdfSync } from 'node:crypto'
import * as v from 'valibot'

/** A key of the operator's that tokens are signed with, and its name. */
export interface SigningKey {
  readonly name: string
  /** 32 bytes */
  readonly bytes: Uint8Array
}

/** A key for one use: the operator's own signs nothing itself (HKDF, RFC 5869). */
export const deriveKey = ({ use, key }: { use: string; key: SigningKey }): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key.bytes, '', `foyer sign-in ${use} 1`, 32))

const sentence = 'must be keys such as "2026-01:<32 bytes in base64>", with commas between, the current one first'

const Key = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/, sentence),
  v.transform((text): SigningKey => {
    const [name = '', bytes = ''] = text.split(':')
    return { name, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) }
  }),
)

/** `SESSION_KEYS`: the current key first, then those whose tokens are still taken. */
export const SigningKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim())),
  v.array(Key),
  v.check((keys) => new Set(keys.map(({ name }) => name)).size === keys.length, 'must name each key once'),
)
