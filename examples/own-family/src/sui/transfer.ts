import { concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { addressBytes } from './address'

/** A transfer of SUI, in MIST. */
export interface SuiTransfer {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** The most that it may cost. */
  readonly budget: bigint
}

function littleEndian(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/**
 * The transfer as wallets are asked for it (version 2 of Sui's JSON of transactions): so much is split from the coin that pays, and given away. Which coins
 * pay, and the price, are the wallet's to fill in.
 */
export const transferJson = ({ from, to, amount, budget }: SuiTransfer): string =>
  JSON.stringify({
    version: 2,
    sender: from,
    expiration: null,
    gasData: { budget: `${budget}`, price: null, owner: null, payment: null },
    inputs: [
      { Pure: { bytes: base64.encode(littleEndian(amount)) } },
      { Pure: { bytes: base64.encode(addressBytes(to)) } },
    ],
    commands: [
      { SplitCoins: { coin: { GasCoin: true }, amounts: [{ Input: 0 }] } },
      { TransferObjects: { objects: [{ NestedResult: [0, 0] }], address: { Input: 1 } } },
    ],
  })

/** The first bytes of what a wallet signs for it (BCS): the inputs, the commands and the sender. What pays for it follows. */
const agreedBytes = ({ from, to, amount }: SuiTransfer): Uint8Array =>
  concatBytes(
    // TransactionData::V1, ProgrammableTransaction, two inputs: pure bytes each.
    Uint8Array.of(0, 0, 2, 0, 8),
    littleEndian(amount),
    Uint8Array.of(0, 32),
    addressBytes(to),
    // Two commands. SplitCoins: of the coin that pays, by the first input.
    Uint8Array.of(2, 2, 0, 1, 1, 0, 0),
    // TransferObjects: the first result of the first command, to the second input.
    Uint8Array.of(1, 1, 3, 0, 0, 0, 0, 1, 1, 0),
    addressBytes(from),
  )

/** Is what a wallet signed the transfer that was agreed? Anything else goes to no node. */
export function isAgreed(transfer: SuiTransfer, signed: Uint8Array): boolean {
  const agreed = agreedBytes(transfer)
  return signed.length > agreed.length && agreed.every((byte, at) => signed[at] === byte)
}
