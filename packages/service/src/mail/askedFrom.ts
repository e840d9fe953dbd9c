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

/**
 * Returns a change as a mailbox reads of it. Somebody else's reads the old address masked: it is a text that the one who asks has chosen, and would be a sentence of theirs in a letter
 * of the operator's.
 *
 * @param reader - the address that is written to
 * @example changeFor({ from: 'ada@mail.example', to }, to).from // 'a•••@m•••.example'
 */
export const changeFor = ({ from, to }: ChangedEmail, reader: string): ChangedEmail => ({
  from: reader === from ? from : masked(from),
  to,
})

/** The first character of an address's name and of its host, and the last part of its host. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  const host = address.slice(at + 1)
  const [initial = ''] = host
  return `${first}•••@${initial}•••${host.slice(host.lastIndexOf('.'))}`
}

/** Returns what a mail about a change says of it. */
export const changeFacts = ({ say }: MailSpeaker, { from, to }: ChangedEmail): readonly LetterFact[] => [
  { label: say('change.from', {}), value: from, isCode: true },
  { label: say('change.to', {}), value: to, isCode: true },
]
