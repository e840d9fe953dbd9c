import { createHash, createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'

/** Was a message signed by NEP-413 with a key, by the standard's words and the platform's own Ed25519? */
export function isSignedByNep413({
  message,
  signature,
  publicKey,
}: {
  readonly message: string
  /** As the kit writes it. */
  readonly signature: string
  readonly publicKey: string
}): boolean {
  const said: Record<string, string> = JSON.parse(signature)
  const text = (value: string) => {
    const bytes = Buffer.from(value, 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const tag = Buffer.alloc(4)
  tag.writeUInt32LE(2_147_484_061)
  const nonce = Buffer.from(said.nonce ?? '', 'base64')
  const payload = Buffer.concat([tag, text(message), nonce, text(said.recipient ?? ''), Buffer.of(0)])
  const point = base58.decode(publicKey.slice('ed25519:'.length))
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point]),
    format: 'der',
    type: 'spki',
  })
  const digest = createHash('sha256').update(payload).digest()
  return said.publicKey === publicKey && verify(null, digest, key, Buffer.from(said.signature ?? '', 'base64'))
}
