import { encodeBytes } from '@foyer/custody/bytes'
import { changeFacts, factsOf, linkPart } from '@foyer/service/mail/askedFrom'
import { drawSaid } from '@foyer/service/mail/drawLetter'
import type { LetterPart, LetterSentence } from '@foyer/service/mail/letter'
import type { Mail } from '@foyer/service/mail/mail'
import { speakMail } from '@foyer/service/mail/mailLanguage'
import { asc, type InferSelectModel } from 'drizzle-orm'
import { times } from './ceremony.js'
import type { LateKind, MailSites } from './owedMails.js'
import { hashOfLink, mostAtOnce } from './owing.js'
import { type ChangeMail, keeperEmailChanges } from './tables.js'

export type EmailChange = InferSelectModel<typeof keeperEmailChanges>

/** The secrets of the links in the mails to both addresses; null where the mail has none. */
export type ChangeLinks = Readonly<Record<'from' | 'to', string>> | null

/** The mails that a change owes both of its mailboxes. */
export const changeMails: LateKind<ChangeMail, EmailChange, ChangeLinks> = {
  columns: keeperEmailChanges,
  read: (rows, is) =>
    rows.select().from(keeperEmailChanges).where(is).orderBy(asc(keeperEmailChanges.owedAt)).limit(mostAtOnce),
  write: (rows, is, to, kept) =>
    rows
      .update(keeperEmailChanges)
      .set({ ...to, ...kept })
      .where(is)
      .returning(),
  linksOf(is, { randomBytes }) {
    if (is === 'changed') return { links: null, kept: {} }
    const links = { from: encodeBytes(randomBytes(32)), to: encodeBytes(randomBytes(32)) }
    const [from, to] = [hashOfLink(links.from), hashOfLink(links.to)]
    return { links, kept: is === 'change' ? { fromLink: from, toLink: to } : { fromCancel: from, toCancel: to } }
  },
  isWanted: ({ owes, status }) => owes === 'changed' || status === (owes === 'change' ? 'waiting' : 'held'),
  mailsOf: ({ row: change, links }, is, sites) =>
    (['from', 'to'] as const).map((side) => writeChange({ change, is, links, side, ...sites })),
}

interface WriteChange extends MailSites {
  readonly change: EmailChange
  readonly is: ChangeMail
  readonly links: ChangeLinks
  readonly side: 'from' | 'to'
}

/** The mail to one of both addresses, in the language of who asked. */
export function writeChange({ change, is, links, side, walletOrigin, siteName }: WriteChange): Mail {
  const { opensAt, from, to } = change
  const reader = side === 'from' ? from : to
  const speaker = speakMail(change.language)
  const { language } = speaker
  const date = opensAt === null ? '' : speaker.moment(opensAt)
  const say = (part: LetterSentence) => speaker.say(`${is}.${part}`, { date, minutes: times.linkMs / 60_000 })
  const parts: LetterPart[] = [
    { kind: 'words', text: say('text') },
    {
      kind: 'facts',
      facts: [...changeFacts(speaker, { from, to }), ...factsOf(speaker, { ...change, siteName })],
    },
  ]
  if (links !== null) {
    const label = speaker.say(is === 'change' ? 'change.link' : 'changeHeld.link', {})
    parts.push(linkPart({ label, link: links[side], language, walletOrigin }))
  }
  return { to: reader, ...drawSaid({ speaker, say, walletOrigin, parts }) }
}
