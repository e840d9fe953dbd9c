import { concatBytes } from '@noble/hashes/utils.js'
import type { AccountUse, SolanaInstruction } from '../family.js'
import { InvalidTransactionError } from '../transactionErrors.js'
import { keyOf } from './address.js'

/** The size of one packet of the network, in bytes; a transaction is never larger. */
const mostBytes = 1232

/** A number as Solana writes lengths: seven bits a byte, the lowest first. */
export function compactU16(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7) {
    if (rest < 0x80) return Uint8Array.from([...bytes, rest])
    bytes.push((rest & 0x7f) | 0x80)
  }
}

export interface MessageParameters {
  /** Signs first, and pays. */
  readonly feePayer: string
  /** In base58; the transaction can be mined for some 150 blocks after it. */
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
}

/**
 * The bytes that are signed, of a legacy transaction: it is what every wallet knows, and what the kit makes needs no more.
 *
 * @throws InvalidTransactionError for one that is too large
 * @see https://solana.com/docs/core/transactions
 */
export function encodeMessage({ feePayer, blockhash, instructions }: MessageParameters): Uint8Array {
  const keys = orderedKeys({ feePayer, instructions })
  const indexOf = new Map(keys.map(({ address }, index) => [address, index]))
  const signers = keys.filter(({ isSigner }) => isSigner)
  const header = Uint8Array.of(
    signers.length,
    signers.filter(({ isWritable }) => !isWritable).length,
    keys.filter(({ isSigner, isWritable }) => !isSigner && !isWritable).length,
  )
  const index = (address: string) => indexOf.get(address) ?? 0 // every address of an instruction is among the keys
  const written = instructions.map(({ programId, accounts, data }) =>
    concatBytes(
      Uint8Array.of(index(programId)),
      compactU16(accounts.length),
      Uint8Array.from(accounts.map(({ address }) => index(address))),
      compactU16(data.length),
      data,
    ),
  )
  const message = concatBytes(
    header,
    compactU16(keys.length),
    ...keys.map(({ address }) => keyOf(address)),
    keyOf(blockhash),
    compactU16(instructions.length),
    ...written,
  )
  if (wireLength(message.length, signers.length) > mostBytes) throw new InvalidTransactionError({ fault: 'size' })
  return message
}

const wireLength = (message: number, signers: number) => message + 64 * signers + 1

/** Each key once, with the most that any instruction does with it: who signs before who doesn't, what is written before what is read. */
function orderedKeys({
  feePayer,
  instructions,
}: Pick<MessageParameters, 'feePayer' | 'instructions'>): readonly AccountUse[] {
  const uses = new Map<string, AccountUse>()
  const add = ({ address, isSigner, isWritable }: AccountUse) => {
    const former = uses.get(address)
    uses.set(address, {
      address,
      isSigner: isSigner || (former?.isSigner ?? false),
      isWritable: isWritable || (former?.isWritable ?? false),
    })
  }
  add({ address: feePayer, isSigner: true, isWritable: true })
  for (const { programId, accounts } of instructions) {
    for (const each of accounts) add(each)
    add({ address: programId, isSigner: false, isWritable: false })
  }
  const rank = ({ isSigner, isWritable }: AccountUse) => (isSigner ? 0 : 2) + (isWritable ? 0 : 1)
  // The sort is stable: the fee payer, which came first, stays first.
  return [...uses.values()].sort((one, other) => rank(one) - rank(other))
}

/** A message with room for its signatures, as it goes over the wire. */
export function unsignedTransaction(message: Uint8Array): Uint8Array {
  const signers = message[0] ?? 0
  return concatBytes(compactU16(signers), new Uint8Array(64 * signers), message)
}
