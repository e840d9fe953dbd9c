import { dayMs } from '@foyer/service/budget/limit'
import { devicesPart, factsOf, linkPart } from '@foyer/service/mail/askedFrom'
import { drawSaid } from '@foyer/service/mail/drawLetter'
import type { LetterPart, LetterSentence } from '@foyer/service/mail/letter'
import type { Mail } from '@foyer/service/mail/mail'
import { speakMail } from '@foyer/service/mail/mailLanguage'
import { type Ceremony, times } from './ceremony.js'
import type { MailAbout } from './tables.js'

type About = Pick<Ceremony, 'email' | 'site' | 'browser' | 'place' | 'language' | 'opensAt'>

interface WriteMail {
  readonly about: About
  readonly is: MailAbout
  /** the secret of the mail's link, where it has one */
  readonly link: string | null
  readonly walletOrigin: string
}

/** Which link's words a mail has. */
const linkOf = {
  confirm: 'confirm',
  held: 'held',
  released: 'released',
  wrongDigits: 'confirm',
} as const satisfies Record<MailAbout, string>

/** Writes a mail in the language of its ceremony. @returns null for a person who has no mailbox here */
export function writeMail({ about, is, link, walletOrigin }: WriteMail): Mail | null {
  const { email: to } = about
  if (to === null) return null
  const speaker = speakMail(about.language)
  const { language } = speaker
  const values = {
    site: new URL(about.site).host,
    minutes: times.linkMs / 60_000,
    days: times.openMs / dayMs,
    place: about.place ?? '',
    date: about.opensAt === null ? '' : speaker.moment(about.opensAt),
  }
  const say = (part: LetterSentence) => speaker.say(`${is}.${part}`, values)
  const isNamed = is === 'released' && about.place !== null
  const parts: LetterPart[] = [
    { kind: 'words', text: isNamed ? speaker.say('released.placed', values) : say('text') },
    { kind: 'facts', facts: factsOf(speaker, about) },
  ]
  if (is === 'confirm') parts.push({ kind: 'words', text: speaker.say('confirm.digits', {}) })
  if (link !== null) {
    const label = speaker.say(`${linkOf[is]}.link`, {})
    parts.push(linkPart({ label, link, language, walletOrigin }))
  }
  if (is === 'released') parts.push(devicesPart({ label: speaker.say('released.devices', {}), language, walletOrigin }))
  return { to, ...drawSaid({ speaker, say, walletOrigin, parts }) }
}
