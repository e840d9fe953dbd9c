import { encoded, Id } from '@foyer/custody/bytes'
import { EmailAddress, LoggedIn, Person, SocialName } from '@foyer/custody/person'
import { Door, WalletAddresses } from '@foyer/login/loginCalls'
import { vaultLength } from '@foyer/login/vault'
import * as v from 'valibot'

/** A key that can be used and not read; what the browser stores of it can't be made by a page. */
const SecretKey = (usage: KeyUsage) =>
  v.pipe(
    v.custom<CryptoKey>((value) => value instanceof CryptoKey),
    v.check((key) => !key.extractable && key.usages.includes(usage)),
  )

const PublicCryptoKey = v.custom<CryptoKey>((value) => value instanceof CryptoKey && value.type === 'public')

/** A wallet that this device opens. */
const KeptWallet = v.object({
  wallet: Id,
  /** The owner of the device, which may have had another person's before. */
  person: Person,
  vault: encoded(vaultLength),
  addresses: WalletAddresses,
  /** The device's own door and its contribution. */
  door: Door,
  a: SecretKey('deriveKey'),
})
export type KeptWallet = v.InferOutput<typeof KeptWallet>

/** A confirmation by the keeper that isn't over: asked for again it is the same, so that no second mail is sent. */
const KeptCeremony = v.object({
  ceremony: Id,
  person: Person,
  /** Seconds since 1970. */
  expiresAt: v.number(),
  digits: v.string(),
  /** Its mail is the how manieth that was asked for in a row; the first where it isn't said. */
  mails: v.optional(v.number()),
  boxKeys: v.object({ privateKey: SecretKey('deriveBits'), publicKey: PublicCryptoKey }),
})
export type KeptCeremony = v.InferOutput<typeof KeptCeremony>

/** A login at a provider that has begun: it is taken up by a frame that was loaded anew, where the page around was left for it. */
const KeptSocial = v.object({
  address: v.object({ id: Id, key: encoded(32) }),
  provider: SocialName,
  secret: encoded(32),
})
export type KeptSocial = v.InferOutput<typeof KeptSocial>

/** A change of the mailbox that the keeper was asked for: it is finished once both mailboxes have confirmed it and its wait is over. */
const KeptChange = v.object({ change: Id, to: EmailAddress })
export type KeptChange = v.InferOutput<typeof KeptChange>

/** So many askings are kept, the newest. */
export const mostAskings = 50

const List = v.optional(v.custom<readonly unknown[]>(Array.isArray))

/** A device of the wallet as it is kept: a device is a browser under one site. */
export const Device = v.object({
  version: v.literal(1),
  /** The keys that sign its calls. */
  keys: v.object({ privateKey: SecretKey('sign'), publicKey: PublicCryptoKey }),
  /** The visitor who is logged in; null where none is. */
  user: v.nullable(LoggedIn),
  wallet: v.nullable(KeptWallet),
  ceremony: v.nullable(KeptCeremony),
  social: v.nullable(KeptSocial),
  /** Mails to confirm it that were asked for within the last hour, and when, in milliseconds since 1970. */
  asked: v.optional(v.pipe(v.array(v.object({ person: Person, at: v.number() })), v.maxLength(mostAskings))),
  change: v.optional(v.nullable(KeptChange)),
  /** Whom its wallet has paid, the last first. */
  paid: v.optional(
    v.object({ wallet: Id, addresses: v.pipe(v.array(v.pipe(v.string(), v.maxLength(128))), v.maxLength(200)) }),
  ),
  /** Of which kind its visitor would have the account be, what applications have had carried out in several calls, and what they were granted: read by what uses them. */
  ...{ preferred: v.optional(v.string()), batches: List, grants: List },
  /** Until when its visitor has read where else the wallet was opened, in seconds since 1970. */
  openings: v.optional(v.object({ wallet: Id, saidUntil: v.number() })),
  /** Where cookies don't work. */
  refreshToken: v.nullable(v.pipe(v.string(), v.maxLength(8_192))),
})
export type Device = v.InferOutput<typeof Device>
