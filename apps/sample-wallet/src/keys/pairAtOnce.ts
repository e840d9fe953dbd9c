import type { Wallet } from '../wallet/createWallet.js'
import type { KeyStore } from './keyStore.js'

/**
 * Takes an application's link where a key is asked for: newcomers have nothing else to paste. The wallet begins with the accounts that have coins, or with
 * empty ones, and pairs.
 * @returns whether it was a link
 */
export function pairAtOnce({
  text,
  keys,
  wallet,
  knownPhrase,
}: {
  readonly text: string
  readonly keys: Pick<KeyStore, 'takeKnown' | 'create'>
  readonly wallet: Pick<Wallet, 'pair'>
  readonly knownPhrase?: string | undefined
}): boolean {
  const uri = text.trim()
  if (!/^wc:/i.test(uri)) return false
  if (knownPhrase === undefined) keys.create()
  else keys.takeKnown(knownPhrase)
  void wallet.pair(uri)
  return true
}
