import type { LetterFact, LetterPart } from './letter.js'
import type { MailSpeaker } from './mailLanguage.js'

/** The site, browser and place that something was asked from. */
export interface AskedFrom {
  /** as the operator's projects name it; null where none does: a stranger may have said any, and a mail says nothing in a stranger's words */
  readonly siteName: string | null
  readonly browser: string
  readonly place: string | null
}

/** Lists the site, browser and place that it was asked from, as far as they are known. */
export function factsOf({ say }: MailSpeaker, { siteName, browser, place }: AskedFrom): readonly LetterFact[] {
  return [
    siteFact({ label: say('site', {}), siteName, say }),
    { label: say('browser', {}), value: browser },
    ...(place === null ? [] : [{ label: say('place', {}), value: place }]),
  ]
}

interface SiteFact extends Pick<AskedFrom, 'siteName'>, Pick<MailSpeaker, 'say'> {
  readonly label: string
}

/** The row of the asking site. */
export const siteFact = ({ label, siteName, say }: SiteFact): LetterFact =>
  siteName === null ? { label, value: say('site.unknown', {}) } : { label, value: siteName, isCode: true }

/** The asking site within a sentence. */
export const siteIn = ({ say }: Pick<MailSpeaker, 'say'>, siteName: string | null): string =>
  siteName ?? say('site.another', {})

interface LinkPart {
  readonly label: string
  readonly link: string
  /** as the mail is written in */
  readonly language: string
  readonly walletOrigin: string
}

/** The way to the list of the visitor's devices, on the wallet's own page: it has no secret, as who sees the list signs in there. */
export const devicesPart = ({ label, language, walletOrigin }: Omit<LinkPart, 'link'>): LetterPart => ({
  ...{ kind: 'link', label, isQuiet: true },
  href: `${walletOrigin}/dashboard${language === 'en' ? '' : `?lang=${language}`}#devices`,
})

/** The secret stands in the fragment, which a browser sends to no server; after it, the language in which the page goes on. */
export function linkPart({ label, link, language, walletOrigin }: LinkPart): LetterPart {
  const goesOn = language === 'en' ? '' : `.${language}`
  return { kind: 'link', label, href: `${walletOrigin}/confirm#${link}${goesOn}` }
}

/** From which address to which a wallet goes. */
export interface ChangedEmail {
  readonly from: string
  readonly to: string
}

/** Letters of a host's last part that are no sentence. */
const lastPart = /\.[a-z]{2,7}$/

/**
 * Masks an address: the first character of its name and of its host stay, and the last part of its host where it is short. Either address of a change is a text that somebody has
 * chosen: whoever asks writes a sentence behind the `+` of the reader's own as well as before the `@` of theirs.
 * @example masked('ada+call-now@mail.example') // 'a•••@m•••.example'
 */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  const host = address.slice(at + 1)
  const [initial = ''] = host
  const [last = ''] = lastPart.exec(host) ?? []
  return `${first}•••@${initial}•••${last}`
}

/** Returns what a mail about a change says of it, to either mailbox: both addresses masked. */
export const changeFacts = ({ say }: MailSpeaker, { from, to }: ChangedEmail): readonly LetterFact[] => [
  { label: say('change.from', {}), value: masked(from), isCode: true },
  { label: say('change.to', {}), value: masked(to), isCode: true },
]
