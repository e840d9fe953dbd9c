import { type Bytes, transcript } from './bytes.js'
import { type Receipt, signBytes } from './signed.js'

/** Subjects of the keeper's words to the login server: one is taken for no other, and for none of its receipts. */
type About = 'code' | 'deletion' | 'device'

/** Returns the bytes that a word's signature is over. */
export const wordBytes = (about: About, text: string): Bytes => transcript(`foyer ${about} 1`, text)

/** Signs a word of the keeper's to the login server. */
export async function signWord(privateKey: CryptoKey, about: About, word: object): Promise<Receipt> {
  const text = JSON.stringify(word)
  return { text, signature: await signBytes({ privateKey, bytes: wordBytes(about, text) }) }
}
