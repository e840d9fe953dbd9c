import { UnsafeCosmosTransactionError } from '../errors.js'
import type { AminoDoc, DirectDoc } from '../family.js'
import { allIn, bytesIn, type Field, fieldsOf, uintIn } from './protobuf.js'
import type { Fee } from './transaction.js'

/** A visitor may choose the fee and write a memo in the wallet; whatever else was agreed has to be what was signed. */

/** @throws UnsafeCosmosTransactionError */
export function checkDirect({ agreed, signed }: { readonly agreed: DirectDoc; readonly signed: DirectDoc }): void {
  const refuse = (fault: UnsafeCosmosTransactionError['fault'], cause?: unknown) => {
    throw new UnsafeCosmosTransactionError({ fault, cause })
  }
  if (signed.chainId !== agreed.chainId || signed.accountNumber !== agreed.accountNumber) refuse('chain')
  let read: { readonly [Each in 'was' | 'is']: Readonly<Record<'body' | 'info', readonly Field[]>> }
  try {
    const fields = ({ bodyBytes, authInfoBytes }: DirectDoc) => ({
      body: fieldsOf(bodyBytes),
      info: fieldsOf(authInfoBytes),
    })
    read = { was: fields(agreed), is: fields(signed) }
    const { was, is } = read
    if (!isSameList(allIn(was.body, 1), allIn(is.body, 1))) refuse('messages')
    // The memo, and until which block it is taken.
    if (is.body.some(({ number }) => number > 3)) refuse('extensions')
    const [before, after] = [signersOf(was.info), signersOf(is.info)]
    if (after.length !== 1 || !isSameList(before.map(keyOf), after.map(keyOf))) refuse('key')
    if (uintIn(before[0] ?? [], 3) !== uintIn(after[0] ?? [], 3)) refuse('sequence')
    const fee = allIn(is.info, 2).flatMap(fieldsOf) // in several parts it is one to the chain
    if (fee.some(({ number }) => number > 2) || is.info.some(({ number }) => number > 2)) refuse('payer')
  } catch (error) {
    if (error instanceof RangeError) refuse('unreadable', error)
    throw error
  }
}

const signersOf = (info: readonly Field[]): readonly (readonly Field[])[] => allIn(info, 1).map(fieldsOf)
const keyOf = (signer: readonly Field[]): Uint8Array => bytesIn(signer, 1)

const isSameList = (one: readonly Uint8Array[], other: readonly Uint8Array[]): boolean =>
  one.length === other.length &&
  one.every(
    (bytes, place) => bytes.length === other[place]?.length && bytes.every((byte, at) => byte === other[place]?.[at]),
  )

/** As {@link checkDirect}. @returns the fee that the wallet has named */
export function checkAmino({ agreed, signed }: { readonly agreed: AminoDoc; readonly signed: AminoDoc }): Fee {
  const refuse = (fault: UnsafeCosmosTransactionError['fault']): never => {
    throw new UnsafeCosmosTransactionError({ fault })
  }
  if (JSON.stringify(sorted(signed.msgs)) !== JSON.stringify(sorted(agreed.msgs))) refuse('messages')
  if (signed.chain_id !== agreed.chain_id || signed.account_number !== agreed.account_number) refuse('chain')
  if (signed.sequence !== agreed.sequence) refuse('sequence')
  const { amount, gas, ...others } = signed.fee
  const [coin, ...more] = amount
  if (more.length > 0 || Object.keys(others).length > 0) refuse('payer')
  return { coin, gas: BigInt(gas) }
}

/** An object with its keys in order at every level, as it is signed. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
