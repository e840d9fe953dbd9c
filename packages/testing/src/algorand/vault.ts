import { decodeUnsignedTransaction, encodeAddress, mnemonicFromSeed, mnemonicToSecretKey, signBytes } from 'algosdk'
import { invalidParams } from '../providerError.js'
import type { TestAlgorandAccount } from './testAlgorandWallet.js'

/** A key of Algorand's, which reads, writes and signs by the official library: nothing of it is the kit's. */
export interface AlgorandKey {
  /** The account that it signs for. */
  readonly address: string
  /** @returns base64 */
  signMessage(message: Uint8Array): string
  /** The transaction's bytes in base64. @returns those of the signed one */
  signTransaction(request: { readonly txn: string; readonly authAddr: string | undefined }): string
}

export function algorandKey({ key, address }: TestAlgorandAccount): AlgorandKey {
  const { addr, sk } = mnemonicToSecretKey(mnemonicFromSeed(Uint8Array.from(Buffer.from(key, 'hex'))))
  const own = `${addr}`
  return {
    address: address ?? own,
    signMessage: (message) => Buffer.from(signBytes(message, sk)).toString('base64'),
    signTransaction({ txn, authAddr }) {
      const read = decodeUnsignedTransaction(Buffer.from(txn, 'base64'))
      if (encodeAddress(read.sender.publicKey) !== (address ?? own)) throw invalidParams('The account is another.')
      if (authAddr !== undefined && authAddr !== own) throw invalidParams('The key is another.')
      return Buffer.from(read.signTxn(sk)).toString('base64')
    },
  }
}
