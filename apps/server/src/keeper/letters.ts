import { emailOf } from '@foyer/embedded/custody'
import { drawLetter } from '../mail/drawLetter.js'
import { fill, type Letter, type LetterPart } from '../mail/letter.js'
import type { Mail } from '../mail/mail.js'
import { type Ceremony, times } from './ceremony.js'
import { sentences } from './sentences.js'

/** What happened to a ceremony that its mailbox is written about. */
export type Occasion =
  | { readonly is: 'confirm'; readonly link: string }
  | { readonly is: 'held'; readonly opensAt: Date; readonly link: string | null }
  | { readonly is: 'released' }
  | { readonly is: 'wrongDigits' }

type About = Pick<Ceremony, 'person' | 'site' | 'browser' | 'place'>

interface WriteMail {
  readonly about: About
  readonly occasion: Occasion
  readonly walletOrigin: string
}

/** @returns null for a person who has no mailbox here */
export function writeMail({ about, occasion, walletOrigin }: WriteMail): Mail | null {
  const to = emailOf(about.person)
  if (to === null) return null
  return { to, ...drawLetter({ language: 'en', direction: 'ltr', ...letterOf({ about, occasion, walletOrigin }) }) }
}

/** The secret stands in the fragment, which a browser sends to no server. */
const linkTo = (walletOrigin: string, link: string) => `${walletOrigin}/confirm#${link}`

function letterOf({ about, occasion, walletOrigin }: WriteMail): Omit<Letter, 'language' | 'direction'> {
  const values = {
    site: new URL(about.site).host,
    minutes: times.linkMs / 60_000,
    date: occasion.is === 'held' ? momentOf(occasion.opensAt) : '',
  }
  const say = (sentence: string) => fill(sentence, values)
  const heading = {
    subject: say(sentences[`${occasion.is}.subject`]),
    preview: say(sentences[`${occasion.is}.preview`]),
    title: say(sentences[`${occasion.is}.title`]),
  }
  const words: LetterPart[] = [{ kind: 'words', text: say(sentences[`${occasion.is}.text`]) }, factsOf(about)]
  if (occasion.is === 'confirm') words.push({ kind: 'words', text: say(sentences['confirm.digits']) })
  const link = 'link' in occasion && occasion.link !== null ? linkTo(walletOrigin, occasion.link) : null
  if (link !== null) {
    const label = occasion.is === 'held' ? sentences['held.link'] : sentences['confirm.link']
    words.push({ kind: 'link', label: say(label), href: link })
  }
  return { ...heading, parts: [...words, { kind: 'note', text: say(sentences[`${occasion.is}.note`]) }] }
}

/** Where and by what it was asked for, as far as that is known. */
function factsOf({ site, browser, place }: About): LetterPart {
  const facts = [
    { label: sentences.site, value: new URL(site).host, isCode: true },
    { label: sentences.browser, value: browser },
    ...(place === null ? [] : [{ label: sentences.place, value: place }]),
  ]
  return { kind: 'facts', facts }
}

/** In UTC, since a mailbox doesn't say where it is read. */
const momentOf = (moment: Date) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(moment)} UTC`
