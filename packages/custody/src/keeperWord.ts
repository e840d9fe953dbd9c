import * as v from 'valibot'
import { type Bytes, Id, transcript } from './bytes.js'
import { LanguageTag, SiteOrigin, Time, wordCall } from './calls.js'
import { Person } from './person.js'
import { PublicKey, type Receipt, signBytes } from './signed.js'

/** Until when a word counts. Seconds since 1970. */
const expiresAt = Time

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
  /** Of the keeper's link, and so of the code. */
  expiresAt,
})
export type CodeWord = v.InferOutput<typeof CodeWord>

/**
 * The keeper's word that a device isn't the person's: the wait was cancelled that it came by, or its owner has said that it wasn't them. The login server ends its
 * sessions, and lets no one in by that ceremony any more.
 */
export const DeviceWord = v.object({
  /** As {@link personOf} writes them. */
  person: v.string(),
  device: PublicKey,
  ceremony: Id,
  /** The thing that is ended: what came of this ceremony, or the device, by whichever it came. */
  ends: v.picklist(['ceremony', 'device']),
  /** As the ceremony's receipts have said it. Seconds since 1970. */
  actsFrom: Time,
  expiresAt,
})
export type DeviceWord = v.InferOutput<typeof DeviceWord>

/** The keeper's word about the deletion of a wallet. */
export const DeletionStatement = v.object({
  /**
   * `asked`: it is to be deleted; `due`: its wait is over, and it is deleted unless somebody has cancelled it; `done`: the keeper has deleted what it had; `ended`:
   * nothing comes of it any more.
   */
  stage: v.picklist(['asked', 'due', 'done', 'ended']),
  deletion: Id,
  wallet: Id,
  /** Whose it is, as {@link personOf} writes it. */
  person: v.string(),
  /** The key of the device that asked. */
  device: PublicKey,
  /** When the wait ends, or, once it is done, when that was. Seconds since 1970. */
  at: Time,
  expiresAt,
})
export type DeletionStatement = v.InferOutput<typeof DeletionStatement>

/**
 * The keeper's statement of what the login server has of a wallet that is bound: `kept`, which a session of the person's had it do before the keeper bound it;
 * `secured`, enough doors of the visitor's own and no recovery door; `unknown`, nothing that is this person's; or `undone`, which it makes so unless the wallet has a
 * door of the visitor's own. By the last two it is closed for good: the keeper ends its binding once the login server has agreed. That agrees or refuses.
 */
export const WalletWord = v.object({
  is: v.picklist(['kept', 'secured', 'unknown', 'undone']),
  wallet: Id,
  person: v.string(),
  expiresAt,
})
export type WalletWord = v.InferOutput<typeof WalletWord>

/** The keeper's word that it asks how the operator's projects name a site, for a mail of its own: nobody else is given what projects there are. */
export const SiteWord = v.object({
  site: SiteOrigin,
  expiresAt,
})
export type SiteWord = v.InferOutput<typeof SiteWord>

interface Words {
  readonly code: CodeWord
  readonly deletion: DeletionStatement
  readonly device: DeviceWord
  readonly site: SiteWord
  readonly wallet: WalletWord
}

/** Returns the bytes that a word's signature is over: one is taken for no other, and for none of the keeper's receipts. */
export const wordBytes = (about: keyof Words, text: string): Bytes => transcript(`foyer ${about} 1`, text)

/** Signs a word of the keeper's to the login server. */
export async function signWord<const About extends keyof Words>(
  about: About,
  privateKey: CryptoKey,
  word: Words[About],
): Promise<Receipt> {
  const text = JSON.stringify(word)
  return { text, signature: await signBytes(privateKey, wordBytes(about, text)) }
}

/** The keeper has a code sent beside its own mail. The same again is no fault, and sends nothing. */
export const sendCodeCall = wordCall('sendCode', '/login/v1/codes/send')

/** The keeper says that a device isn't the person's. The same again, and one that isn't there, is no fault. */
export const endDeviceCall = wordCall('endDevice', '/login/v1/devices/end')

/** The keeper states what the login server has of a wallet, or is to make so. The same again is no fault; refused where it isn't so. */
export const agreeOnWalletCall = wordCall('agreeOnWallet', '/login/v1/wallets/agree')

/** The keeper asks how a site is named: null where no project of the operator's allows it. */
export const nameSiteCall = {
  ...wordCall('nameSite', '/login/v1/sites/name'),
  reply: v.object({ name: v.nullable(v.pipe(v.string(), v.maxLength(2_048))) }),
} as const
