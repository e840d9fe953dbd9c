import {
  type Address,
  bytesToHex,
  concat,
  getTypesForEIP712Domain,
  type Hex,
  hashDomain,
  hashStruct,
  hashTypedData,
  hexToBytes,
  parseSignature,
  serializeTransaction,
  toPrefixedMessage,
  validateTypedData,
} from 'viem'
import type { SigningAccount } from '../family.js'
import { type Switching, signSwitching, transactionBytes } from '../switching.js'
import type { FilledTransaction } from './chain.js'
import type { AskedTypedData } from './requestParams.js'
import { serializable } from './serializable.js'

/** The bytes of a message that are hashed and signed (EIP-191). */
export const messagePayload = (message: string | { readonly raw: Hex }): Uint8Array =>
  hexToBytes(toPrefixedMessage(message))

/** @throws viem's errors for typed data that can't be hashed as its types have it */
export function assertHashable(data: AskedTypedData): void {
  validateTypedData(data)
  hashTypedData(data)
}

/** The bytes of typed data that are hashed and signed (EIP-712). */
export function typedDataPayload({ domain, types, primaryType, message }: AskedTypedData): Uint8Array {
  const all = { EIP712Domain: getTypesForEIP712Domain({ domain }), ...mutable(types) }
  const parts: Hex[] = ['0x1901', hashDomain<Record<string, unknown>>({ domain, types: all })]
  if (primaryType !== 'EIP712Domain')
    parts.push(hashStruct<Record<string, unknown>, string>({ data: message, primaryType, types: all }))
  return hexToBytes(concat(parts))
}

const mutable = (types: AskedTypedData['types']) =>
  Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, fields.map((field) => ({ ...field }))]))

/** The bytes of a transaction that are hashed and signed. */
export const transactionPayload = (transaction: FilledTransaction): Uint8Array =>
  hexToBytes(serializeTransaction(serializable(transaction)))

/** A transaction as it is sent. */
export const signedTransaction = ({
  transaction,
  signature,
}: {
  readonly transaction: FilledTransaction
  readonly signature: Uint8Array
}): Hex => serializeTransaction(serializable(transaction), parseSignature(bytesToHex(signature)))

/** A transaction of an account to itself, by which it gets a contract's code (EIP-7702). */
export function switchingOf({
  transaction: { chainId, from, data, gas, nonce, price },
  delegate,
}: {
  readonly transaction: FilledTransaction
  readonly delegate: Address
}): Switching {
  if (price.type === 'legacy') throw new TypeError('A transaction that gives an account code has fees of EIP-1559.')
  const { maxFeePerGas, maxPriorityFeePerGas } = price
  return {
    ...{ chainId: BigInt(chainId), nonce: BigInt(nonce), maxPriorityFeePerGas, maxFeePerGas },
    ...{ gas, account: from, delegate, data },
  }
}

/** A switching as it is sent: both of its parts are signed by an account that signs it by its fields, else each as bytes. */
export async function signedSwitching(switching: Switching, account: SigningAccount): Promise<Hex> {
  const signatures = await (account.signSwitching?.(switching) ?? signSwitching(switching, account.sign))
  return bytesToHex(transactionBytes(switching, signatures))
}
