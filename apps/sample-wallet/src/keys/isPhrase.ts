import { mnemonicToAccount } from 'viem/accounts'

/** Whether a text is a recovery phrase: 12 to 24 words of the list, the last of which holds their sum (BIP-39). */
export function isPhrase(text: string): boolean {
  if (![12, 15, 18, 21, 24].includes(text.split(' ').length)) return false
  try {
    mnemonicToAccount(text)
    return true
  } catch {
    return false // a word that isn't of the list, or a sum that doesn't fit
  }
}
