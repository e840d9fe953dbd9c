import { base64, hex } from '@scure/base'
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

/** Opens a key of Algorand's. */
export function algorandKey({ key, address }: TestAlgorandAccount): AlgorandKey {
  const { addr, sk } = mnemonicToSecretKey(mnemonicFromSeed(hex.decode(key)))
  const own = `${addr}`
  return {
    address: address ?? own,
    signMessage: (message) => base64.encode(signBytes(message, sk)),
    signTransaction({ txn, authAddr }) {
      const read = decodeUnsignedTransaction(base64.decode(txn))
      if (senderOf(read) !== (address ?? own)) throw invalidParams('The account is another.')
      if (authAddr !== undefined && authAddr !== own) throw invalidParams('The key is another.')
      return base64.encode(read.signTxn(sk))
    },
  }
}

const senderOf = ({ sender }: ReturnType<typeof decodeUnsignedTransaction>): string => encodeAddress(sender.publicKey)

/** Returns the sender of a transaction. @param txn - its bytes in base64 */
export const algorandSender = (txn: string): string => senderOf(decodeUnsignedTransaction(base64.decode(txn)))
