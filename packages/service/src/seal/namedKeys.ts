import { hkdfSync } from 'node:crypto'
import * as v from 'valibot'

/** A key of the operator's, and its name. */
export interface NamedKey {
  readonly name: string
  /** 32 bytes */
  readonly bytes: Uint8Array
}

/** The current key, then those of which something is still in use. */
export type KeyRing = readonly [NamedKey, ...NamedKey[]]

/** A key for one use: the operator's own signs nothing itself (HKDF, RFC 5869). */
export const deriveKey = ({ use, key }: { use: string; key: NamedKey }): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key.bytes, '', `foyer ${use} 1`, 32))

const sentence = 'must be keys such as "2026-01:<32 bytes in base64>", with commas between, the current one first'

const Key = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/, sentence),
  v.transform((text): NamedKey => {
    const [name = '', bytes = ''] = text.split(':')
    return { name, bytes: new Uint8Array(Buffer.from(bytes, 'base64')) }
  }),
)

/** Keys of one variable: the current one first, then those of which something is still in use. */
export const NamedKeys = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim())),
  v.tupleWithRest([Key], Key),
  v.check((keys) => new Set(keys.map(({ name }) => name)).size === keys.length, 'must name each key once'),
)
