import type { SocialName } from '@foyer/custody/person'
import type { Receipt } from '@foyer/custody/signed'
import type { WalletAddresses } from '@foyer/login/loginCalls'
import type { MailLanguage } from '@foyer/service/mail/mailLanguage'
import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** A code that a newer one has replaced, as much as says that it was sent. */
export interface EarlierCode {
  readonly id: string
  readonly hash: string
}

/** The code that a person was sent last on a device: there is one row, so that only the newest code counts there, and a stranger's replaces none of the person's own. */
export const loginCodes = pgTable(
  'login_codes',
  {
    /** as `personOf` writes it */
    person: text('person').notNull(),
    /** of the login; another one with each code */
    id: text('id').notNull(),
    /** the key of the device that asked: the code is useless to another */
    device: text('device').notNull(),
    /** the name of the operator's key, a dot, and the keyed hash of login and code */
    hash: text('hash').notNull(),
    tries: integer('tries').notNull().default(0),
    /** what the same device was sent before this one, the newest first */
    earlier: jsonb('earlier').$type<readonly EarlierCode[]>().notNull().default([]),
    /** sent beside the keeper's mail: good for nothing until its device brings the keeper's receipt */
    isAhead: boolean('is_ahead').notNull().default(false),
    /** the keeper's ceremony that confirmed a device which is new to the person, or is about to; null for one that is known */
    ceremony: text('ceremony'),
    /** from when on such a device may change what is more than its own, as the keeper has said; null for one that is known */
    actsFrom: time('acts_from'),
    /** the wallet that such a device was let in for; null where there was none, and for one that is known */
    wallet: text('wallet'),
    site: text('site').notNull(),
    browser: text('browser').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.person, table.device] }),
    uniqueIndex('login_codes_id').on(table.id),
    index('login_codes_device').on(table.device),
    index('login_codes_expires').on(table.expiresAt),
  ],
)

/** The devices of a person, each of which the keeper has confirmed once, or a door of the visitor's own has let in: a browser at one site. */
export const loginDevices = pgTable(
  'login_devices',
  {
    person: text('person').notNull(),
    /** its public signing key */
    device: text('device').notNull(),
    site: text('site').notNull(),
    browser: text('browser').notNull(),
    firstSeenAt: time('first_seen_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    /** the keeper's ceremony that it came by; null where its visitor has let it in by a passkey or a paper */
    ceremony: text('ceremony'),
    /** from when on it may change what is more than its own */
    actsFrom: time('acts_from').notNull(),
    /** a keyed name of the network that it was seen from last; null where it isn't known */
    network: text('network'),
  },
  (table) => [
    primaryKey({ columns: [table.person, table.device] }),
    index('login_devices_device').on(table.device),
    index('login_devices_last').on(table.lastSeenAt),
  ],
)

/** Sessions, each of one device. Of the tokens that renew one nothing is kept but how many there were. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    id: uuid('id').primaryKey(),
    person: text('person').notNull(),
    device: text('device').notNull(),
    /** the person's mailbox, or the address that their provider has verified */
    email: text('email'),
    /** as their provider has it */
    userName: text('user_name'),
    /** of the token that renews it next */
    generation: integer('generation').notNull().default(0),
    renewedAt: time('renewed_at').notNull(),
    /** when its code was typed, or its provider's word came */
    loggedInAt: time('logged_in_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('login_sessions_device').on(table.person, table.device),
    foreignKey({
      columns: [table.person, table.device],
      foreignColumns: [loginDevices.person, loginDevices.device],
    }).onDelete('cascade'),
    index('login_sessions_expires').on(table.expiresAt),
  ],
)

/** Wallets: what is in the vault opens by a door alone. */
export const loginWallets = pgTable(
  'login_wallets',
  {
    id: text('id').primaryKey(),
    person: text('person').notNull(),
    vault: text('vault').notNull(),
    addresses: jsonb('addresses').$type<WalletAddresses>().notNull(),
    /** by which the keeper says that it is the person's; null until then */
    receipt: jsonb('receipt').$type<Receipt>(),
    createdAt: time('created_at').notNull(),
    claimedAt: time('claimed_at'),
    /** when the keeper, which has bound it, was answered that it is kept: it asks once, so that it is kept from then on; null until then */
    agreedAt: time('agreed_at'),
    /** since when nobody keeps or claims it, by the keeper's word; its vault is empty where it was never kept. Null for any other */
    closedAt: time('closed_at'),
  },
  (table) => [
    uniqueIndex('login_wallets_claimed').on(table.person).where(sql`${table.claimedAt} is not null`),
    index('login_wallets_person').on(table.person),
    index('login_wallets_created').on(table.createdAt),
  ],
)

/** Doors of wallets: this server's contribution, sealed, and the wrap once the door is made. A wallet's first doors are there before it is. */
export const loginDoors = pgTable(
  'login_doors',
  {
    wallet: text('wallet').notNull(),
    door: text('door').notNull(),
    kind: text('kind').$type<'device' | 'recovery'>().notNull(),
    person: text('person').notNull(),
    /** that made it, and that alone opens it where it is a device's */
    device: text('device').notNull(),
    /** the name of the operator's key that the row's key is sealed with */
    keyName: text('key_name').notNull(),
    rowKey: text('row_key').notNull(),
    /** the contribution under the row's key */
    sealed: text('sealed').notNull(),
    /** null while it is being made */
    wrap: text('wrap'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.door] }),
    index('login_doors_person').on(table.person, table.device),
    index('login_doors_key').on(table.keyName),
    index('login_doors_created').on(table.createdAt),
  ],
)

/** Doors of wallets that the visitor alone opens, by a passkey or a paper: all of it is public but for whom they are. */
export const loginOwnDoors = pgTable(
  'login_own_doors',
  {
    door: text('door').primaryKey(),
    wallet: text('wallet').notNull(),
    kind: text('kind').$type<'passkey' | 'paper'>().notNull(),
    person: text('person').notNull(),
    wrap: text('wrap').notNull(),
    /** what is random of it beside the visitor's part */
    b: text('b').notNull(),
    /** the passkey's id; null for a paper */
    credential: text('credential'),
    /** of whom it lets in, as their session said it when the door was made */
    email: text('email'),
    userName: text('user_name'),
    /** SHA-256 of what proves that it was opened */
    proofHash: text('proof_hash').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('login_own_doors_wallet').on(table.wallet)],
)

/** The messages between frames and windows that are cut off from each other, encrypted under a key that isn't here. */
export const loginWindows = pgTable(
  'login_windows',
  {
    id: text('id').primaryKey(),
    person: text('person').notNull(),
    /** the key of the frame's device, which alone gets the answer */
    device: text('device').notNull(),
    asked: text('asked').notNull(),
    /** null until the window has said something */
    said: text('said'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('login_windows_device').on(table.device, table.expiresAt),
    index('login_windows_expires').on(table.expiresAt),
  ],
)

/** Changes of a person's mailbox: of one to one address there is one, and what has proved both counts until the keeper's word comes. */
export const loginEmailChanges = pgTable(
  'login_email_changes',
  {
    person: text('person').notNull(),
    /** the new address */
    email: text('email').notNull(),
    /** of the code that was sent last; another one with each */
    id: text('id').notNull(),
    /** the key of the device that asked: the codes are useless to another */
    device: text('device').notNull(),
    /** which mailbox that code was sent to */
    sentTo: text('sent_to').$type<'from' | 'to'>().notNull(),
    /** the name of the operator's key, a dot, and the keyed hash of id and code */
    hash: text('hash').notNull(),
    tries: integer('tries').notNull().default(0),
    /** what the same mailbox was sent before this one, the newest first */
    earlier: jsonb('earlier').$type<readonly EarlierCode[]>().notNull().default([]),
    site: text('site').notNull(),
    browser: text('browser').notNull(),
    /** of the mails, as the visitor reads */
    language: text('language').$type<MailLanguage>().notNull(),
    /** of the code */
    expiresAt: time('expires_at').notNull(),
    /** when both mailboxes were proved; null until then */
    provedAt: time('proved_at'),
    keptUntil: time('kept_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.person, table.email] }),
    uniqueIndex('login_email_changes_id').on(table.id),
    index('login_email_changes_kept').on(table.keptUntil),
  ],
)

/** Deletions of wallets, as far as this server has to do with them: allowed by a session, said by the keeper, stopped by a session, or over. */
export const loginDeletions = pgTable(
  'login_deletions',
  {
    wallet: text('wallet').primaryKey(),
    person: text('person').notNull(),
    /** the key of the device that asked */
    device: text('device').notNull(),
    browser: text('browser').notNull(),
    /** of the mail, as the visitor reads */
    language: text('language').$type<MailLanguage>().notNull(),
    /** where the person is written to; null where they have no address here */
    email: text('email'),
    /** until when the keeper's word lets it begin to wait */
    allowedUntil: time('allowed_until').notNull(),
    status: text('status').$type<'allowed' | 'noticed' | 'stopped' | 'closed'>().notNull(),
    /** as the keeper names it; null until it has */
    deletion: text('deletion'),
    /** when the wait is over */
    opensAt: time('opens_at'),
    keptUntil: time('kept_until').notNull(),
  },
  (table) => [index('login_deletions_kept').on(table.keptUntil)],
)

/** Logins at providers, until they end. */
export const loginSocials = pgTable(
  'login_socials',
  {
    id: text('id').primaryKey(),
    /** the key of the frame's device, whose it is alone */
    device: text('device').notNull(),
    provider: text('provider').$type<SocialName>().notNull(),
    site: text('site').notNull(),
    /** what its window has said to the frame, encrypted under a key that isn't here; null until then */
    said: text('said'),
    /** by what the provider stated, once that was checked */
    person: text('person'),
    email: text('email'),
    userName: text('user_name'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('login_socials_device').on(table.device, table.expiresAt),
    index('login_socials_expires').on(table.expiresAt),
  ],
)
