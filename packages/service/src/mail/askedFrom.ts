import type { LetterFact, LetterPart } from './letter.js'
import type { MailSpeaker } from './mailLanguage.js'

/** The site, browser and place that something was asked from. */
export interface AskedFrom {
  readonly site: string
  readonly browser: string
  readonly place: string | null
}

/** Lists the site, browser and place that it was asked from, as far as they are known. */
export function factsOf({ say }: MailSpeaker, { site, browser, place }: AskedFrom) {
  return [
    { label: say('site', {}), value: new URL(site).host, isCode: true },
    { label: say('browser', {}), value: browser },
    ...(place === null ? [] : [{ label: say('place', {}), value: place }]),
  ]
}

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

/** Returns what a mail about a change says of it. */
export const changeFacts = ({ say }: MailSpeaker, { from, to }: ChangedEmail): readonly LetterFact[] => [
  { label: say('change.from', {}), value: from, isCode: true },
  { label: say('change.to', {}), value: to, isCode: true },
]
