import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { deriveKey, type KeyRing, type NamedKey } from '@foyer/service/seal/namedKeys'

/** Six digits, and what is kept of them. @see F1 */
export interface Codes {
  create(): string
  /** The kept form of a code: the name of the key, and a hash by it that says nothing without it. */
  hash(request: { readonly login: string; readonly code: string }): string
  /** Compares in a time that says nothing of how much of a code is right. */
  matches(request: { readonly login: string; readonly code: string; readonly hash: string }): boolean
}

const digits = 6

export function createCodes({ keys }: { readonly keys: KeyRing }): Codes {
  const hashBy = ({ key, login, code }: { key: NamedKey; login: string; code: string }) =>
    createHmac('sha256', deriveKey({ use: 'login code', key }))
      .update(`${login} ${code}`)
      .digest()
  return {
    // `randomInt` draws again where a remainder would make some codes likelier than others.
    create: () => String(randomInt(10 ** digits)).padStart(digits, '0'),
    hash: (request) => `${keys[0].name}.${hashBy({ key: keys[0], ...request }).toString('base64url')}`,
    matches({ hash, ...request }) {
      const [name = '', text = ''] = hash.split('.')
      const key = keys.find((each) => each.name === name)
      if (key === undefined) return false
      const [said, own] = [Buffer.from(text, 'base64url'), hashBy({ key, ...request })]
      return said.length === own.length && timingSafeEqual(said, own)
    },
  }
}
