import type { Letter } from './letter.js'
import { shown, unlinked } from './letter.js'
import ar from './messages/ar.json' with { type: 'json' }
import de from './messages/de.json' with { type: 'json' }
import { english, type MailSentenceName, type MailSentences } from './messages/en.js'
import es from './messages/es.json' with { type: 'json' }
import zh from './messages/zh.json' with { type: 'json' }

/** A language that mails are written in, as rows name it. */
export type MailLanguage = 'en' | 'ar' | 'de' | 'es' | 'zh'

interface Spoken extends Pick<Letter, 'language' | 'direction'> {
  /** what is missing is said in English */
  readonly sentences: Readonly<Partial<Record<MailSentenceName, string>>>
}

const spoken: Readonly<Record<MailLanguage, Spoken>> = {
  en: { language: 'en', direction: 'ltr', sentences: english },
  ar: { language: 'ar', direction: 'rtl', sentences: ar },
  de: { language: 'de', direction: 'ltr', sentences: de },
  es: { language: 'es', direction: 'ltr', sentences: es },
  zh: { language: 'zh-Hans', direction: 'ltr', sentences: zh },
}

export const mailLanguages: readonly MailLanguage[] = ['en', 'ar', 'de', 'es', 'zh']

/**
 * The language of mails for a wanted one; English where there are none in it. Countries and scripts make no difference.
 * @param wanted - BCP 47
 * @example mailLanguageOf('de-AT') // 'de'
 */
export function mailLanguageOf(wanted: string | undefined): MailLanguage {
  const primary = wanted?.toLowerCase().split('-')[0]
  return mailLanguages.find((language) => language === primary) ?? 'en'
}

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never
/** Whatever a sentence's placeholders are filled with, and whatever others of the same mail need. */
type ValuesOf<Name extends MailSentenceName> = Readonly<Record<PlaceholdersIn<MailSentences[Name]>, string | number>>

export interface MailSpeaker extends Pick<Letter, 'language' | 'direction'> {
  say<const Name extends MailSentenceName>(name: Name, values: ValuesOf<Name>): string
  /** A moment in UTC, since a mailbox doesn't say where it is read. */
  moment(moment: Date): string
}

/** Placeholders that stand for what others have named. */
const strangers: ReadonlySet<string> = new Set(['site', 'place'])

/**
 * Says a mail's sentences in a language. Every value is without line breaks, direction marks and other controls, and none that others have named becomes a link; in a language that is read from the right it
 * stands by itself, so that neither reorders the other.
 * @example speakMail('de').say('code.title', { site: 'dapp.example' })
 */
export function speakMail(as: MailLanguage): MailSpeaker {
  const { language, direction, sentences } = spoken[as]
  // As in Britain, a date by its day first; and in digits that every reader of the language knows.
  const written = language === 'en' ? 'en-GB' : `${language}-u-nu-latn`
  const dates = new Intl.DateTimeFormat(written, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    ...{ language, direction },
    say(name, values) {
      const named = new Map<string, string | number>(Object.entries(values))
      return (sentences[name] ?? english[name]).replace(/\{(\w+)\}/g, (_, placeholder: string) => {
        const given = String(named.get(placeholder) ?? '')
        const value = strangers.has(placeholder) ? unlinked(given) : shown(given)
        return direction === 'rtl' ? `\u2068${value}\u2069` : value
      })
    },
    moment: (moment) => `${dates.format(moment)} ${moment.toISOString().slice(11, 16)} UTC`,
  }
}
