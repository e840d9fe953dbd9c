import { createHash, createPublicKey, verify } from 'node:crypto'
import { freshKey } from './familyPage.js'

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The 32 bytes of a key, as NEAR writes it. */
const keyIn = (written: string): Buffer => {
  const value = [...written.replace('ed25519:', '')].reduce(
    (sum, each) => sum * 58n + BigInt(letters.indexOf(each)),
    0n,
  )
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/** Was a message signed for a recipient by NEP-413 with a key, by the standard's words and Node's own Ed25519? */
export function isSignedForNear({
  message,
  signature,
  publicKey,
  recipient,
}: {
  readonly message: string
  /** As the kit writes it. */
  readonly signature: string
  readonly publicKey: string
  readonly recipient: string
}): boolean {
  const said: Record<string, string> = JSON.parse(signature)
  const word = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const text = (value: string) => Buffer.concat([word(Buffer.byteLength(value)), Buffer.from(value)])
  const nonce = Buffer.from(said.nonce ?? '', 'base64')
  const payload = Buffer.concat([word(2_147_484_061), text(message), nonce, text(recipient), Buffer.of(0)])
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), keyIn(publicKey)])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const digest = createHash('sha256').update(payload).digest()
  return said.recipient === recipient && verify(null, digest, key, Buffer.from(said.signature ?? '', 'base64'))
}

/** An account that was never used: it is called by its key. */
export const freshNearAddress = (): string => freshKey()
