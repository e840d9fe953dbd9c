import { encodeBytes } from '@foyer/custody/bytes'
import { dayMs } from '@foyer/service/budget/limit'
import { devicesPart, factsOf, linkPart, siteIn } from '@foyer/service/mail/askedFrom'
import { drawSaid } from '@foyer/service/mail/drawLetter'
import type { LetterPart, LetterSentence } from '@foyer/service/mail/letter'
import type { Mail } from '@foyer/service/mail/mail'
import { speakMail } from '@foyer/service/mail/mailLanguage'
import { type Ceremony, times } from './ceremony.js'
import type { MailSites, OwedKind } from './owedMails.js'
import { hashOfLink } from './owing.js'
import { keeperCeremonies, type MailAbout } from './tables.js'

type About = Pick<Ceremony, 'email' | 'browser' | 'place' | 'language' | 'opensAt'>

interface WriteMail extends MailSites {
  readonly about: About
  readonly is: MailAbout
  readonly link: string | null
}

/** The mail that a ceremony owes its mailbox, by the secret of its link: null where it has none. */
export const letters: OwedKind<MailAbout, Ceremony, string | null> = {
  columns: keeperCeremonies,
  write: (rows, is, to, kept) =>
    rows
      .update(keeperCeremonies)
      .set({ ...to, ...kept })
      .where(is)
      .returning(),
  linksOf(is, { clock, randomBytes, before }) {
    if (is === 'wrongDigits') return { links: null, kept: {} }
    const links = encodeBytes(randomBytes(32))
    const hash = hashOfLink(links)
    if (is === 'held') return { links, kept: { cancelHash: hash } }
    if (is === 'released' || is === 'made') return { links, kept: { denyHash: hash } }
    // A mail that is tried again is one ceremony still.
    return { links, kept: { linkHash: hash, mailedAt: before?.mailedAt ?? new Date(clock.now()) } }
  },
  /** A device that isn't waiting any more needs no confirmation, a wait that has ended no notice of it, and a wallet that is undone none at all. */
  isWanted: ({ owes, status, undoes }) =>
    undoes === null && (owes === 'confirm' ? status === 'waiting' : owes !== 'held' || status === 'held'),
  mailsOf({ row: about, links: link }, is, sites) {
    const mail = writeMail({ about, is, link, ...sites })
    return mail === null ? [] : [mail]
  },
  onSent: (ceremony, { codeAhead }) => codeAhead(ceremony),
}

/** Which link's words a mail has. */
const linkOf = {
  confirm: 'confirm',
  held: 'held',
  released: 'released',
  made: 'made',
  wrongDigits: 'confirm',
} as const satisfies Record<MailAbout, string>

/** Writes a mail in the language of its ceremony. @returns null for a person who has no mailbox here */
export function writeMail({ about, is, link, walletOrigin, siteName }: WriteMail): Mail | null {
  const { email: to } = about
  if (to === null) return null
  const speaker = speakMail(about.language)
  const { language } = speaker
  const values = {
    site: siteIn(speaker, siteName),
    minutes: times.linkMs / 60_000,
    days: times.openMs / dayMs,
    place: about.place ?? '',
    date: about.opensAt === null ? '' : speaker.moment(about.opensAt),
  }
  const say = (part: LetterSentence) => speaker.say(`${is}.${part}`, values)
  const isNamed = is === 'released' && about.place !== null
  const parts: LetterPart[] = [
    { kind: 'words', text: isNamed ? speaker.say('released.placed', values) : say('text') },
    { kind: 'facts', facts: factsOf(speaker, { ...about, siteName }) },
  ]
  if (is === 'confirm') parts.push({ kind: 'words', text: speaker.say('confirm.digits', {}) })
  if (link !== null) {
    const label = speaker.say(`${linkOf[is]}.link`, {})
    parts.push(linkPart({ label, link, language, walletOrigin }))
  }
  if (is === 'released') parts.push(devicesPart({ label: speaker.say('released.devices', {}), language, walletOrigin }))
  return { to, ...drawSaid({ speaker, say, walletOrigin, parts }) }
}
