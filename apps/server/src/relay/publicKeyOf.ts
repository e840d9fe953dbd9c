const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** What says that an Ed25519 key follows. */
const ed25519 = 'ed01'

/**
 * The Ed25519 key that a client's id is the name of.
 * @param did - `did:key:z…`
 * @returns 32 bytes; null for what is no such id
 * @see https://w3c-ccg.github.io/did-key-spec/
 */
export function publicKeyOf(did: string): Buffer | null {
  const written = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})$/.exec(did)?.[1]
  if (written === undefined) return null
  let value = 0n
  for (const digit of written) value = value * 58n + BigInt(alphabet.indexOf(digit))
  const hex = value.toString(16)
  return hex.length === 68 && hex.startsWith(ed25519) ? Buffer.from(hex.slice(ed25519.length), 'hex') : null
}
