import { createHash } from 'node:crypto'
import { encodeSecp256k1Pubkey, pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature } from '@cosmjs/crypto'

/** Was a message signed by ADR-36, in the eyes of the official library? */
export function isSignedByAdr36({
  address,
  message,
  signature,
  publicKey,
}: {
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly publicKey: Uint8Array
}): boolean {
  const [prefix = ''] = address.split('1')
  if (pubkeyToAddress(encodeSecp256k1Pubkey(publicKey), prefix) !== address) return false
  const value = { signer: address, data: Buffer.from(message).toString('base64') }
  const fee = { gas: '0', amount: [] }
  const msgs = [{ type: 'sign/MsgSignData', value }]
  const bytes = serializeSignDoc({ chain_id: '', account_number: '0', sequence: '0', fee, msgs, memo: '' })
  const compact = Secp256k1Signature.fromFixedLength(Buffer.from(signature, 'base64'))
  return Secp256k1.verifySignature(compact, createHash('sha256').update(bytes).digest(), publicKey)
}
