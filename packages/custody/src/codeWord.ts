import * as v from 'valibot'
import { Id } from './bytes.js'
import { LanguageTag, SiteOrigin, Time } from './calls.js'
import { signWord } from './keeperWord.js'
import { Person } from './person.js'
import { PublicKey, Receipt } from './signed.js'

/**
 * The keeper's word that its mail to a person has gone out, and that no wait follows: the login server's code is to lie beside it when the visitor looks. The code
 * is good for nothing until the device brings the keeper's receipt.
 */
export const CodeWord = v.object({
  /** By mailbox. */
  person: Person,
  device: PublicKey,
  ceremony: Id,
  site: SiteOrigin,
  /** Such as `Firefox on Windows`. */
  browser: v.pipe(v.string(), v.maxLength(200)),
  language: LanguageTag,
  /** Of the keeper's link, and so of the code. Seconds since 1970. */
  expiresAt: Time,
})
export type CodeWord = v.InferOutput<typeof CodeWord>

/** Signs the keeper's word for a code. */
export const signCodeWord = (privateKey: CryptoKey, word: CodeWord): Promise<Receipt> =>
  signWord(privateKey, 'code', word)

/** The keeper has a code sent beside its own mail. The same again is no fault, and sends nothing. */
export const sendCodeCall = {
  id: 'sendCode',
  method: 'post',
  path: '/login/v1/codes/send',
  body: v.object({ receipt: Receipt }),
  projectIn: 'nowhere',
} as const
