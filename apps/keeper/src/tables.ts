import type { TableSet } from '@foyer/service/db/database'
import { nonceTable } from '@foyer/service/db/nonceTable'
import { programs } from '@foyer/service/db/programs'
import type { MailLanguage } from '@foyer/service/mail/mailLanguage'
import { usedKeyTable } from '@foyer/service/seal/usedKeys'
import { isNotNull, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Occasions of mails to a mailbox. */
export type MailAbout = 'confirm' | 'held' | 'released' | 'made' | 'wrongDigits'
/** Occasions of mails to both mailboxes of a change. */
export type ChangeMail = 'change' | 'changeHeld' | 'changed'
/** Occasions of mails to a person about the deletion of their wallet. */
export type DeletionMail = 'deleting' | 'deleted'

const time = (name: string) => timestamp(name, { withTimezone: true })

export const keeperNonces = nonceTable('keeper_nonces')

/** The KEEPER_KEYS that this database was used with, and KEEPER_SECRET. */
export const keeperUsedKeys = usedKeyTable('keeper_used_keys')

/** Attempts of devices to be let in, each confirmed by its mailbox, by another device or in a known browser. */
export const keeperCeremonies = pgTable(
  'keeper_ceremonies',
  {
    id: text('id').primaryKey(),
    /** as `personOf` writes it */
    person: text('person').notNull(),
    /** where the person is written to; null where they have no mailbox here */
    email: text('email'),
    /** whose budget takes the mails about it, as `mailboxOf` says of the person */
    mailbox: text('mailbox').notNull(),
    /** the key that the device signs with */
    device: text('device').notNull(),
    site: text('site').notNull(),
    browser: text('browser').notNull(),
    place: text('place'),
    /** a keyed name of the network that it was begun in; null where that isn't known */
    network: text('network'),
    /** of the mails about it, as the visitor reads */
    language: text('language').$type<MailLanguage>().notNull(),
    commitment: text('commitment').notNull(),
    keeperNonce: text('keeper_nonce').notNull(),
    /** revealed by the device: what the wallet's part is sealed to */
    key: text('key'),
    deviceNonce: text('device_nonce'),
    /** SHA-256 of the secret in the mail's link; null where no mail was sent */
    linkHash: text('link_hash'),
    /** of the mail; null where none was sent */
    mailedAt: time('mailed_at'),
    /** SHA-256 of the secret in the link of the mail about the wait, which shows and cancels it; null where there is none */
    cancelHash: text('cancel_hash'),
    /** SHA-256 of the secret in the link of the mail that the wallet was opened, by which its owner says that it wasn't them; null where there is none */
    denyHash: text('deny_hash'),
    /** the mail that its mailbox wasn't sent yet; what comes to be owed later takes its place */
    owes: text('owes').$type<MailAbout>(),
    /** from when on any node may send what is owed: until then it is too early, or a node is about to */
    owedAt: time('owed_at'),
    /** how often a node took it on itself to send it */
    owedTries: integer('owed_tries').notNull(),
    status: text('status').$type<'waiting' | 'confirmed' | 'held' | 'released' | 'ended'>().notNull(),
    endedReason: text('ended_reason').$type<'refused' | 'expired' | 'wrongDigits' | 'cancelled'>(),
    /** the key of the browser in which the mail's link was confirmed: known once the wallet has opened */
    confirmedIn: text('confirmed_in'),
    /** the key of the person's device on which its digits were typed; null where none were */
    approvedBy: text('approved_by'),
    /** when digits were typed for it, right or wrong, and where; null until then */
    typedAt: time('typed_at'),
    typedIn: text('typed_in').$type<'link' | 'device'>(),
    beganAt: time('began_at').notNull(),
    /** of a ceremony that isn't confirmed */
    expiresAt: time('expires_at').notNull(),
    /** when a held one opens, or a released one has opened */
    opensAt: time('opens_at'),
    /** from when on its device may change what is more than its own, by the receipts of it; null until it was confirmed */
    actsAt: time('acts_at'),
    /** what the login server is to end; null where it has nothing of it */
    ends: text('ends').$type<'ceremony' | 'device'>(),
    /** the wallet that was made by it, and that isn't the person's any more */
    undoes: text('undoes'),
    /** when it is notified next; null where there is nothing to say */
    nextTellAt: time('next_tell_at'),
    tellTries: integer('tell_tries').notNull(),
    /** since when the login server has refused the notice; null where it hasn't */
    refusedFrom: time('refused_from'),
  },
  (table) => [
    uniqueIndex('keeper_ceremonies_link').on(table.linkHash),
    uniqueIndex('keeper_ceremonies_cancel').on(table.cancelHash),
    uniqueIndex('keeper_ceremonies_deny').on(table.denyHash),
    // What is looked for every two seconds, so that the search costs as much as there is to do.
    index('keeper_ceremonies_late').on(table.owedAt).where(isNotNull(table.owes)),
    index('keeper_ceremonies_held').on(table.opensAt).where(sql`${table.status} = 'held'`),
    index('keeper_ceremonies_unbound').on(table.expiresAt).where(sql`${table.status} = 'confirmed'`),
    index('keeper_ceremonies_tell').on(table.nextTellAt).where(isNotNull(table.nextTellAt)),
    // So that an address which was asked for often is answered as fast as any other.
    index('keeper_ceremonies_device').on(table.person, table.device),
    index('keeper_ceremonies_mailed').on(table.mailbox, table.mailedAt).where(isNotNull(table.mailedAt)),
    index('keeper_ceremonies_typed').on(table.person, table.typedAt).where(isNotNull(table.typedAt)),
    index('keeper_ceremonies_began').on(table.beganAt),
  ],
)

/**
 * Which wallet a person has, with its recovery door's part: sealed to the keeper by the device that made it, and once more under the row's key. The part is
 * deleted when the recovery door is removed; whose the wallet is stays.
 */
export const keeperBindings = pgTable(
  'keeper_bindings',
  {
    person: text('person').primaryKey(),
    /** whose budget takes the mails about it, as `mailboxOf` says of the person */
    mailbox: text('mailbox').notNull(),
    wallet: text('wallet').notNull(),
    /** where the person is written to: their mailbox, or the address that their provider stated last */
    email: text('email'),
    /** SHA-256 of the part as the device sealed it */
    sealedHash: text('sealed_hash').notNull(),
    /** the name of the operator's key that the row's key is sealed with */
    keyName: text('key_name'),
    rowKey: text('row_key'),
    sealed: text('sealed'),
    boundAt: time('bound_at').notNull(),
    /** the ceremony of the device that made it; null in rows from before this was kept */
    madeBy: text('made_by'),
    /**
     * when the login server is asked next whether it has the wallet; null once it has said so, from when on nothing that it says ends the binding. Rows from before
     * this was kept are asked of
     */
    nextAskAt: time('next_ask_at').defaultNow(),
    /** whose it was before its mailbox was changed last, and when that was */
    movedFrom: text('moved_from'),
    movedAt: time('moved_at'),
  },
  (table) => [
    uniqueIndex('keeper_bindings_wallet').on(table.wallet),
    index('keeper_bindings_mailbox').on(table.mailbox),
    index('keeper_bindings_key').on(table.keyName),
    index('keeper_bindings_ask').on(table.nextAskAt).where(isNotNull(table.nextAskAt)),
  ],
)

/** Changes of a person's mailbox, each confirmed in the old one and in the new one. */
export const keeperEmailChanges = pgTable(
  'keeper_email_changes',
  {
    id: text('id').primaryKey(),
    /** as `personOf` writes the old address */
    person: text('person').notNull(),
    from: text('from_email').notNull(),
    to: text('to_email').notNull(),
    /** whose budget takes what is written to it, as `mailboxOf` says */
    toMailbox: text('to_mailbox').notNull(),
    /** the key of the device that asked */
    device: text('device').notNull(),
    site: text('site').notNull(),
    browser: text('browser').notNull(),
    place: text('place'),
    /** a keyed name of the network that it was asked for in */
    network: text('network'),
    language: text('language').$type<MailLanguage>().notNull(),
    /** SHA-256 of the secrets in the links by which each mailbox confirms, and sees or cancels the wait */
    fromLink: text('from_link'),
    toLink: text('to_link'),
    fromCancel: text('from_cancel'),
    toCancel: text('to_cancel'),
    fromConfirmedAt: time('from_confirmed_at'),
    toConfirmedAt: time('to_confirmed_at'),
    /** the mails that both mailboxes weren't sent yet */
    owes: text('owes').$type<ChangeMail>(),
    owedAt: time('owed_at'),
    owedTries: integer('owed_tries').notNull(),
    status: text('status').$type<'waiting' | 'held' | 'changed' | 'ended'>().notNull(),
    endedReason: text('ended_reason').$type<'refused' | 'expired' | 'cancelled' | 'taken'>(),
    beganAt: time('began_at').notNull(),
    /** of one that isn't confirmed */
    expiresAt: time('expires_at').notNull(),
    /** from when on a held one goes through, as soon as it is asked after */
    opensAt: time('opens_at'),
  },
  (table) => [
    uniqueIndex('keeper_email_changes_from_link').on(table.fromLink),
    uniqueIndex('keeper_email_changes_to_link').on(table.toLink),
    uniqueIndex('keeper_email_changes_from_cancel').on(table.fromCancel),
    uniqueIndex('keeper_email_changes_to_cancel').on(table.toCancel),
    index('keeper_email_changes_person').on(table.person, table.beganAt),
    index('keeper_email_changes_to').on(table.to, table.beganAt),
    index('keeper_email_changes_mailbox').on(table.toMailbox, table.beganAt),
    index('keeper_email_changes_late').on(table.owedAt).where(isNotNull(table.owes)),
    index('keeper_email_changes_began').on(table.beganAt),
  ],
)

/** Deletions of wallets. One that is done stays for a year, so that devices which held the wallet are answered so. */
export const keeperDeletions = pgTable(
  'keeper_deletions',
  {
    id: text('id').primaryKey(),
    wallet: text('wallet').notNull(),
    /** as `personOf` writes it */
    person: text('person').notNull(),
    /** where the person is written to; null where they have no mailbox here */
    email: text('email'),
    /** the key of the device that asked */
    device: text('device').notNull(),
    site: text('site').notNull(),
    browser: text('browser').notNull(),
    place: text('place'),
    language: text('language').$type<MailLanguage>().notNull(),
    /** SHA-256 of the secrets in the links that show and cancel it: in the keeper's mail, and in the login server's */
    cancelHash: text('cancel_hash'),
    loginCancelHash: text('login_cancel_hash'),
    /** the mail that its mailbox wasn't sent yet */
    owes: text('owes').$type<DeletionMail>(),
    owedAt: time('owed_at'),
    owedTries: integer('owed_tries').notNull(),
    /** it waits once the login server was notified */
    status: text('status').$type<'asked' | 'held' | 'deleted' | 'ended'>().notNull(),
    beganAt: time('began_at').notNull(),
    /** when the wait is over */
    opensAt: time('opens_at').notNull(),
    deletedAt: time('deleted_at'),
    /** when the login server is asked or notified next; null where there is nothing to say */
    nextTellAt: time('next_tell_at'),
    tellTries: integer('tell_tries').notNull(),
  },
  (table) => [
    uniqueIndex('keeper_deletions_cancel').on(table.cancelHash),
    uniqueIndex('keeper_deletions_login_cancel').on(table.loginCancelHash),
    index('keeper_deletions_wallet').on(table.wallet, table.beganAt),
    index('keeper_deletions_person').on(table.person, table.beganAt),
    index('keeper_deletions_late').on(table.owedAt).where(isNotNull(table.owes)),
    index('keeper_deletions_tell').on(table.nextTellAt).where(isNotNull(table.nextTellAt)),
    index('keeper_deletions_began').on(table.beganAt),
  ],
)

/** The keys that act for a person: of frames in which the wallet has opened, and of browsers in which that was confirmed. */
export const keeperDevices = pgTable(
  'keeper_devices',
  {
    person: text('person').notNull(),
    key: text('key').notNull(),
    isBrowser: boolean('is_browser').notNull(),
    addedAt: time('added_at').notNull(),
    /** a keyed name of the network that it came from last; null where that isn't known */
    network: text('network'),
    /** the key of the known browser that the wallet was continued from; null for any other */
    via: text('via'),
  },
  (table) => [primaryKey({ columns: [table.person, table.key] }), index('keeper_devices_key').on(table.key)],
)

/** A table of its own says what the keeper's database went through, so that no migration of the server's is taken for one of the keeper's. */
export const keeperTables: TableSet = {
  tables: {
    ...{ keeperNonces, keeperUsedKeys, keeperCeremonies, keeperBindings, keeperDevices },
    ...{ keeperEmailChanges, keeperDeletions },
  },
  program: programs.keeper,
}
