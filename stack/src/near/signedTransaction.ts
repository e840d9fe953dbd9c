import { createHash, createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { invalid } from './NearRefusal.js'

/** A signed transaction of one transfer, read by the standard's words alone. @see https://nomicon.io/RuntimeSpec/Transactions */
export interface NearTransaction {
  readonly hash: string
  readonly signerId: string
  /** `ed25519:` and base58 */
  readonly publicKey: string
  readonly nonce: number
  readonly receiverId: string
  readonly blockHash: string
  readonly deposit: bigint
  readonly signature: string
}

/** A public key of RFC 8410 is its point behind these bytes. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** Reads a transaction, and checks its signature by the platform's own Ed25519. @throws NearRefusal for anything but one signed transfer */
export function readTransaction(bytes: Buffer): NearTransaction {
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw invalid('SerializationError: cut short')
    at += length
    return bytes.subarray(at - length, at)
  }
  const text = () => take(take(4).readUInt32LE()).toString('utf8')
  const expect = (wanted: number, what: string) => {
    if (take(1)[0] !== wanted) throw invalid(`SerializationError: ${what}`)
  }
  const signerId = text()
  expect(0, 'the key is not of ed25519')
  const point = take(32)
  const nonce = take(8).readBigUInt64LE()
  const receiverId = text()
  const blockHash = base58.encode(take(32))
  if (take(4).readUInt32LE() !== 1) throw invalid('this chain takes one action')
  expect(3, 'this chain takes transfers')
  const deposit = take(8).readBigUInt64LE() + (take(8).readBigUInt64LE() << 64n)
  const digest = createHash('sha256').update(bytes.subarray(0, at)).digest()
  expect(0, 'the signature is not of ed25519')
  const signature = take(64)
  if (at !== bytes.length) throw invalid('SerializationError: unexpected length of input')
  const key = createPublicKey({ key: Buffer.concat([spki, point]), format: 'der', type: 'spki' })
  if (!verify(null, digest, key, signature)) throw invalid('InvalidSignature')
  return {
    hash: base58.encode(digest),
    ...{ signerId, receiverId, blockHash, deposit },
    publicKey: `ed25519:${base58.encode(point)}`,
    nonce: Number(nonce),
    signature: `ed25519:${base58.encode(signature)}`,
  }
}
