import { base64 } from '@scure/base'
import type { AminoDoc } from '../family.js'
import { sorted } from '../transaction/checkSigned.js'

/** The transaction that no chain takes, as which a message is signed. @see ADR-36 */
export const adr36Doc = ({
  address,
  message,
}: {
  readonly address: string
  readonly message: Uint8Array
}): AminoDoc => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer: address, data: base64.encode(message) } }],
  memo: '',
})

/** The bytes of a transaction's JSON that are signed: keys in order, without spaces, and what HTML knows escaped, as Go writes it. */
export const aminoBytes = (doc: AminoDoc): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify(sorted(doc)).replace(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  )
