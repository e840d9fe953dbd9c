import { Message, MessageComputer, Transaction, TransactionComputer, UserSecretKey } from '@multiversx/sdk-core'
import { hex } from '@scure/base'
import { invalidParams } from '../providerError.js'
import { isRecord } from '../rpc.js'
import type { TestMultiversxAccount } from './testMultiversxWallet.js'

/** A key of MultiversX, which writes and signs by the official library: nothing of it is the kit's. */
export interface MultiversxKey {
  readonly address: string
  /** @returns hexadecimal */
  signMessage(message: string): string
  /** Signs a transaction as dapps write it. @returns the same with its `signature` */
  signTransaction(plain: unknown): Readonly<Record<string, unknown>>
}

/** Opens a key of MultiversX. */
export function multiversxKey({ key }: TestMultiversxAccount): MultiversxKey {
  const secret = new UserSecretKey(hex.decode(key))
  const address = secret.generatePublicKey().toAddress().toBech32()
  const signed = (bytes: Uint8Array) => secret.sign(bytes)
  return {
    address,
    signMessage(message) {
      const data = new TextEncoder().encode(message)
      return hex.encode(Uint8Array.from(signed(new MessageComputer().computeBytesForSigning(new Message({ data })))))
    },
    signTransaction(plain) {
      if (!isTransaction(plain)) throw invalidParams('That is no transaction.')
      const transaction = Transaction.newFromPlainObject(plain)
      if (transaction.sender.toBech32() !== address) throw invalidParams('The sender is another account.')
      transaction.signature = signed(new TransactionComputer().computeBytesForSigning(transaction))
      return JSON.parse(JSON.stringify(transaction.toPlainObject()))
    },
  }
}

type Plain = Parameters<typeof Transaction.newFromPlainObject>[0]

/** The library reads the rest by itself. */
const isTransaction = (plain: unknown): plain is Plain =>
  isRecord(plain) && ['value', 'receiver', 'sender', 'chainID'].every((field) => typeof plain[field] === 'string')
