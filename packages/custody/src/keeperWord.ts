import * as v from 'valibot'
import { type Bytes, transcript } from './bytes.js'
import { CustodyError } from './errors.js'
import { isSignedBytes, type Receipt, signBytes } from './signed.js'

/** Subjects of the keeper's words to the login server: one is taken for no other, and for none of its receipts. */
type About = 'code' | 'deletion' | 'device'

const bytesOf = (about: About, text: string): Bytes => transcript(`foyer ${about} 1`, text)

/** Signs a word of the keeper's to the login server. */
export async function signWord(privateKey: CryptoKey, about: About, word: object): Promise<Receipt> {
  const text = JSON.stringify(word)
  return { text, signature: await signBytes({ privateKey, bytes: bytesOf(about, text) }) }
}

export interface ReadWord {
  readonly receipt: Receipt
  /** The keeper's signing key. */
  readonly keeper: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Reads a word of the keeper's. @throws CustodyError (`wrong_signature`) where the keeper didn't sign it, or it is over */
export async function readWord<Word extends { readonly expiresAt: number }>(
  about: About,
  schema: v.GenericSchema<unknown, Word>,
  { receipt, keeper, now }: ReadWord,
): Promise<Word> {
  const isGenuine = await isSignedBytes(keeper, receipt.signature, bytesOf(about, receipt.text))
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), receipt.text)
  if (!isGenuine || !success || output.expiresAt * 1000 < now) throw wrongWord(about)
  return output
}

export const wrongWord = (about: About): CustodyError =>
  new CustodyError({ code: 'wrong_signature', what: `word of the keeper for a ${about}` })
