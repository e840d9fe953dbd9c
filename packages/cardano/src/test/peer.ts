import { createPublicKey, verify } from 'node:crypto'
import { Address } from '@blaze-cardano/core'
import { BigNum, COSEKey, COSESign1, Int, Label } from '@emurgo/cardano-message-signing-nodejs'
import { blake2b } from '@noble/hashes/blake2.js'

/** A key of RFC 8410 behind these bytes. */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** Takes the kit's text apart as the wallet answered it: the key comes last, and has so many letters. */
const keyLetters = 84

/** Whether an address signed a message, by Emurgo's library, Blaze's and Node: nothing of it is the kit's. */
export function isSignedByPeer({
  message,
  signature,
  address,
}: {
  readonly message: string
  readonly signature: string
  readonly address: string
}): boolean {
  const cose = COSESign1.from_bytes(Buffer.from(signature.slice(0, -keyLetters), 'hex'))
  const coseKey = COSEKey.from_bytes(Buffer.from(signature.slice(-keyLetters), 'hex'))
  const key = coseKey.header(Label.new_int(Int.new_negative(BigNum.from_str('2'))))?.as_bytes()
  const header = cose.headers().protected().deserialized_headers().header(Label.new_text('address'))?.as_bytes()
  const hash = Address.fromBech32(address).getProps().paymentPart?.hash
  if (!key || !header || Buffer.from(header).toString('hex') !== Address.fromBech32(address).toBytes()) return false
  if (Buffer.from(blake2b(key, { dkLen: 28 })).toString('hex') !== hash) return false
  if (Buffer.from(cose.payload() ?? []).toString() !== message) return false
  const publicKey = createPublicKey({ key: Buffer.concat([spki, key]), format: 'der', type: 'spki' })
  return verify(null, cose.signed_data(undefined, undefined).to_bytes(), publicKey, cose.signature())
}
