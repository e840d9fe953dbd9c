import { encodeBytes } from '@foyer/custody/bytes'
import { deletionLetter } from '@foyer/service/mail/deletionLetter'
import { asc, type InferSelectModel } from 'drizzle-orm'
import type { LateKind } from './owedMails.js'
import { hashOfLink, mostAtOnce } from './owing.js'
import { type DeletionMail, keeperDeletions } from './tables.js'

export type Deletion = InferSelectModel<typeof keeperDeletions>

/** The secret of the link that cancels it; null where it can't be any more. */
type DeletionLink = string | null

/** The mail that a deletion owes its person. */
export const deletionMails: LateKind<DeletionMail, Deletion, DeletionLink> = {
  columns: keeperDeletions,
  read: (rows, is) =>
    rows.select().from(keeperDeletions).where(is).orderBy(asc(keeperDeletions.owedAt)).limit(mostAtOnce),
  write: (rows, is, to, kept) =>
    rows
      .update(keeperDeletions)
      .set({ ...to, ...kept })
      .where(is)
      .returning(),
  linksOf(is, { randomBytes }) {
    if (is === 'deleted') return { links: null, kept: {} }
    const links = encodeBytes(randomBytes(32))
    return { links, kept: { cancelHash: hashOfLink(links) } }
  },
  isWanted: ({ owes, status }) => status === (owes === 'deleting' ? 'held' : 'deleted'),
  mailsOf({ row, links: link }, is, sites) {
    const { email: to, opensAt: at } = row
    return to === null ? [] : [{ to, ...deletionLetter({ ...row, is, at, link, ...sites }) }]
  },
}
