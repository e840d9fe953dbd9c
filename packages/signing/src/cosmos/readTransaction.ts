import { base64 } from '@scure/base'
import * as v from 'valibot'
import { readBase64 } from '../unreadable.js'
import { type Coin, Coins, coinIn, fieldsInBytes, fieldsInJson, type MessageFields, Text } from './messageFields.js'
import { type Fields, listOf, partAt, readFields, textAt } from './protobuf.js'

/** A transaction that a wallet is asked to sign. */
export interface ReadTransaction {
  readonly chainId: string
  readonly messages: readonly (Payment | UnreadMessage)[]
  readonly memo: string
  readonly fee: readonly Coin[]
  /** The payer of the fee, where that isn't the account. */
  readonly payer: string
  /** It says more than is read here. */
  readonly hasMore: boolean
  /** As it is signed, to be seen whole. */
  readonly whole: string
}

/** `MsgSend`. */
export interface Payment {
  readonly from: string
  readonly to: string
  readonly coins: readonly Coin[]
}

/** Any other message. */
export interface UnreadMessage {
  /** As its chain names it. */
  readonly kind: string
  readonly fields: MessageFields
}

const AminoDoc = v.looseObject({
  chain_id: Text,
  account_number: Text,
  sequence: Text,
  fee: v.looseObject({ amount: Coins, gas: Text, payer: v.optional(Text, ''), granter: v.optional(Text, '') }),
  msgs: v.pipe(v.array(v.looseObject({ type: Text, value: v.unknown() })), v.minLength(1), v.maxLength(64)),
  memo: Text,
})
export const AminoParams = v.object({ signerAddress: Text, signDoc: AminoDoc })
export type AminoDoc = v.InferOutput<typeof AminoDoc>

const Bytes = v.pipe(Text, v.base64(), v.transform(readBase64))
export const DirectParams = v.object({
  signerAddress: Text,
  signDoc: v.object({ chainId: Text, accountNumber: Text, bodyBytes: Bytes, authInfoBytes: Bytes }),
})

const sendType = '/cosmos.bank.v1beta1.MsgSend'

/** @throws UnreadableRequestError */
export function readDirect({ signDoc }: v.InferOutput<typeof DirectParams>): ReadTransaction {
  const { chainId, bodyBytes, authInfoBytes } = signDoc
  const [body, info] = [readFields(bodyBytes), readFields(authInfoBytes)]
  const fee = readFields(partAt(info, 2) ?? new Uint8Array())
  return {
    chainId,
    messages: listOf(body, 1).map(paymentIn),
    memo: textAt(body, 2),
    fee: coinsIn(fee, 1),
    payer: textAt(fee, 3) || textAt(fee, 4),
    // Beside the memo and how long it is good, or who signs and what is paid.
    hasMore: body.some(([number]) => number > 3) || info.some(([number]) => number > 2) || listOf(info, 1).length !== 1,
    whole: base64.encode(bodyBytes),
  }
}

function paymentIn(message: Uint8Array): Payment | UnreadMessage {
  const any = readFields(message)
  const kind = textAt(any, 1)
  const value = listOf(any, 2).at(-1) ?? new Uint8Array()
  const unread = { kind, fields: fieldsInBytes(value) }
  if (kind !== sendType) return unread
  const fields = readFields(value)
  const isWhole = fields.every(([number]) => number <= 3)
  return isWhole ? { from: textAt(fields, 1), to: textAt(fields, 2), coins: coinsIn(fields, 3) } : unread
}

const coinsIn = (fields: Fields, number: number): readonly Coin[] => listOf(fields, number).map(coinIn)

const AminoSend = v.strictObject({ from_address: Text, to_address: Text, amount: Coins })
const parts = ['chain_id', 'account_number', 'sequence', 'fee', 'msgs', 'memo', 'timeout_height']
const feeParts = ['amount', 'gas', 'payer', 'granter']
const messageParts = ['type', 'value']

const isBeyond = (object: object, known: readonly string[]): boolean =>
  Object.keys(object).some((name) => !known.includes(name))

/** Whether a transaction says more than is read here, in any of its parts: it is signed as well. */
const hasMoreIn = (doc: AminoDoc): boolean =>
  isBeyond(doc, parts) || isBeyond(doc.fee, feeParts) || doc.msgs.some((message) => isBeyond(message, messageParts))

export function readAmino(doc: AminoDoc): ReadTransaction {
  return {
    chainId: doc.chain_id,
    messages: doc.msgs.map(({ type, value }) => {
      const { success, output } = v.safeParse(AminoSend, value)
      if (type !== 'cosmos-sdk/MsgSend' || !success) return { kind: type, fields: fieldsInJson(value) }
      return { from: output.from_address, to: output.to_address, coins: output.amount }
    }),
    memo: doc.memo,
    fee: doc.fee.amount,
    payer: doc.fee.payer || doc.fee.granter,
    hasMore: hasMoreIn(doc),
    whole: JSON.stringify(doc, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value), 1),
  }
}

const SignData = v.strictObject({ signer: Text, data: Bytes })

/** The message of a transaction that is none (ADR-36). @returns undefined for any other transaction */
export function messageIn(doc: AminoDoc) {
  const { msgs, chain_id, fee, memo, sequence, account_number } = doc
  const [only, ...others] = msgs
  const { success, output } = v.safeParse(SignData, only?.value)
  const isOfNoChain = chain_id === '' && sequence === '0' && account_number === '0'
  const isEmpty = fee.amount.length === 0 && fee.gas === '0' && memo === ''
  const isOne = only?.type === 'sign/MsgSignData' && others.length === 0 && !hasMoreIn(doc)
  return isOne && success && isOfNoChain && isEmpty ? output : undefined
}
