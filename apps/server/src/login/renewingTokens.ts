import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey, type KeyRing, type NamedKey } from '@foyer/service/seal/namedKeys'
import * as v from 'valibot'

/** Which token of which session: each renewal gives the next one. */
export interface RenewingToken {
  readonly session: string
  readonly generation: number
}

/**
 * Tokens that renew a session. One is made of its session and its number by a key, so that a database has nothing that renews, and the successor of a
 * token is the same for two tabs that ask at once.
 */
export interface RenewingTokens {
  write(token: RenewingToken): string
  /** @returns null for what isn't ours */
  read(text: string): RenewingToken | null
}

const Parts = v.strictTuple([
  v.pipe(v.string(), v.uuid()),
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
  v.pipe(v.string(), v.maxLength(32)),
  v.pipe(v.string(), v.length(43)),
])

export function createRenewingTokens({ keys }: { readonly keys: KeyRing }): RenewingTokens {
  const hash = (key: NamedKey, { session, generation }: RenewingToken) =>
    createHmac('sha256', deriveKey({ use: 'login renewing token', key }))
      .update(`${session} ${generation}`)
      .digest()
  return {
    write(token) {
      const { name } = keys[0]
      return [token.session, token.generation, name, hash(keys[0], token).toString('base64url')].join('.')
    },
    read(text) {
      const parsed = v.safeParse(Parts, text.split('.'))
      if (!parsed.success) return null
      const [session, generation, name, said] = parsed.output
      const key = keys.find((each) => each.name === name)
      const bytes = Buffer.from(said, 'base64url')
      if (key === undefined || bytes.length !== 32) return null
      return timingSafeEqual(hash(key, { session, generation }), bytes) ? { session, generation } : null
    },
  }
}
