import type { AminoDoc, CosmosCoin, DirectDoc } from '../family.js'
import { item, message, text, uint } from './protobuf.js'

/** A payment, before it is a transaction. */
export interface Payment {
  readonly from: string
  readonly to: string
  readonly coin: CosmosCoin
  readonly memo: string
}

/** The fee of a transaction at most: the whole of it is taken. */
export interface Fee {
  /** Undefined where nothing is paid, as in a simulation. */
  readonly coin: CosmosCoin | undefined
  readonly gas: bigint
}

/** The account of a transaction, and its number. */
export interface Signer {
  /** Compressed; undefined where it isn't known yet, as in a simulation. */
  readonly publicKey: Uint8Array | undefined
  readonly accountNumber: bigint
  readonly sequence: bigint
}

/** How it is signed: by its bytes, or by its JSON. */
export type SignMode = 'direct' | 'amino'
const modes: Readonly<Record<SignMode, bigint>> = { direct: 1n, amino: 127n }

const sendType = '/cosmos.bank.v1beta1.MsgSend'
const keyType = '/cosmos.crypto.secp256k1.PubKey'
const aminoSendType = 'cosmos-sdk/MsgSend'

const coinBytes = ({ denom, amount }: CosmosCoin) => message(text(1, denom), text(2, amount))

/** The body: `MsgSend` and the memo. @see cosmos.tx.v1beta1.TxBody */
export function bodyOf({ from, to, coin, memo }: Payment): Uint8Array {
  const send = message(text(1, from), text(2, to), item(3, coinBytes(coin)))
  return message(item(1, message(text(1, sendType), item(2, send))), text(2, memo))
}

/** Encodes who signs, how, and what is paid. @see cosmos.tx.v1beta1.AuthInfo */
export function authInfoOf({
  signer: { publicKey, sequence },
  fee: { coin, gas },
  mode,
}: {
  readonly signer: Signer
  readonly fee: Fee
  readonly mode: SignMode
}): Uint8Array {
  const key = publicKey ? item(1, message(text(1, keyType), item(2, message(item(1, publicKey))))) : []
  const signs = item(2, message(item(1, message(uint(1, modes[mode])))))
  const paid = message(coin ? item(1, coinBytes(coin)) : [], uint(2, gas))
  return message(item(1, message(key, signs, uint(3, sequence))), item(2, paid))
}

/** A signed transaction, as it is broadcast. @see cosmos.tx.v1beta1.TxRaw */
export const rawOf = (
  { bodyBytes, authInfoBytes }: Pick<DirectDoc, 'bodyBytes' | 'authInfoBytes'>,
  signature: Uint8Array,
): Uint8Array => message(item(1, bodyBytes), item(2, authInfoBytes), item(3, signature))

/** The same as JSON, for wallets that sign no bytes. */
export const aminoOf = ({
  payment: { from, to, coin, memo },
  fee,
  signer,
  chainId,
}: {
  readonly payment: Payment
  readonly fee: Fee
  readonly signer: Signer
  readonly chainId: string
}): AminoDoc => ({
  chain_id: chainId,
  account_number: `${signer.accountNumber}`,
  sequence: `${signer.sequence}`,
  fee: { amount: fee.coin ? [fee.coin] : [], gas: `${fee.gas}` },
  msgs: [{ type: aminoSendType, value: { from_address: from, to_address: to, amount: [coin] } }],
  memo,
})
