import { english, type Language, languageOf, type Sentences } from './languages.js'
import { pageSentences, type SentenceName } from './pageSentences.js'

/** How long something is to be waited for: written in the language of its sentence. */
export interface Wait {
  readonly seconds: number
}

export type Values = Readonly<Record<string, string | Wait>>

/** The one thing that a module here keeps: a document speaks one language, set before anything is drawn. A test that sets another sets it back. */
let wanted: Language = english
let spoken: { readonly language: Language; readonly sentences: Sentences } = { language: english, sentences: {} }

/** As much of a window as choosing its language needs. */
export interface SpokenWindow {
  readonly location: Pick<Location, 'search'> & Partial<Pick<Location, 'hash'>>
  readonly navigator: Pick<Navigator, 'languages'>
  readonly document: { readonly documentElement: Pick<HTMLElement, 'lang' | 'dir'> }
}

/**
 * Chooses the language that the page around names in the address (`lang`), or a mail's link after its secret, or else the first of the browser's that the
 * wallet has.
 */
export function chooseLanguage({ location, navigator }: Pick<SpokenWindow, 'location' | 'navigator'>): Language {
  const named = new URLSearchParams(location.search).get('lang') ?? location.hash?.split('.')[1] ?? ''
  wanted = languageOf([named, ...navigator.languages])
  return wanted
}

/** Speaks that language. Where its sentences can't be fetched, the document stays in the language it is in. */
export async function speakTo(window: SpokenWindow, report: (error: unknown) => void = console.warn): Promise<void> {
  const language = chooseLanguage(window)
  try {
    spoken = { language, sentences: await language.load() }
  } catch (error) {
    report(error)
    return
  }
  const { documentElement } = window.document
  documentElement.lang = language.tag
  documentElement.dir = language.direction
}

/** A sentence with its values, in the document's language; in English where that has none. A placeholder without a value stays empty. */
export const say = (name: SentenceName, values: Values = {}): string => sayOf(pageSentences, name, values)

/** The same of sentences whose English comes with what says them. */
export const sayOf = <Name extends keyof Sentences>(
  inEnglish: Readonly<Record<Name, string>>,
  name: Name,
  values: Values = {},
): string => fill(spoken.sentences[name] ?? inEnglish[name], { values, tag: spoken.language.tag })

/** A sentence for an application, whatever the visitor's language is. */
export const sayInEnglish = (name: SentenceName, values: Values = {}): string =>
  fill(pageSentences[name], { values, tag: english.tag })

/** BCP 47: what mails are asked for in, and windows are opened in; what the document speaks once it is drawn. */
export const spokenLanguage = (): string => wanted.tag

/** BCP 47: what the document speaks, where amounts are written as it writes them. */
export const documentLanguage = (): string => spoken.language.tag

const clockForm = { numberingSystem: 'latn', hour: 'numeric', minute: '2-digit' } as const
const timeForm = { ...clockForm, weekday: 'long', month: 'long', day: 'numeric' } as const

/** A moment as the document's language writes it, to the minute, such as `Friday, January 15 at 8:00 AM`. */
export const timeOf = (seconds: number): string =>
  new Intl.DateTimeFormat(spoken.language.tag, timeForm).format(seconds * 1_000)

const dayForm = { numberingSystem: 'latn', year: 'numeric', month: 'long', day: 'numeric' } as const

/** A day as the document's language writes it, such as `January 15, 2027`. */
export const dayOf = (seconds: number): string =>
  new Intl.DateTimeFormat(spoken.language.tag, dayForm).format(seconds * 1_000)

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Direction marks of a value are left out; beside right-to-left letters each stands by itself, so that neither reorders the other. */
const fill = (sentence: string, { values, tag }: { readonly values: Values; readonly tag: string }): string =>
  sentence.replace(/\{(\w+)\}/g, (_, placeholder: string) => {
    const given = Object.hasOwn(values, placeholder) ? (values[placeholder] ?? '') : ''
    const value = typeof given === 'string' ? given : waitOf(given, tag)
    const text = value.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    return rightToLeft.test(sentence) || rightToLeft.test(text) ? `\u2068${text}\u2069` : text
  })

const [minute, hour] = [60, 3_600]
/** A longer wait ends on the day after, or so late that no one waits for it. */
const mostHours = 12

/** A wait as a language writes it, never shorter than it is: `in 20 minutes`, `in 2 hours`, `tomorrow`. */
function waitOf({ seconds }: Wait, tag: string): string {
  const format = new Intl.RelativeTimeFormat(`${tag}-u-nu-latn`, { numeric: 'auto' })
  const minutes = Math.max(1, Math.ceil(seconds / minute))
  if (minutes < 60) return format.format(minutes, 'minute')
  const hours = Math.ceil(seconds / hour)
  return hours > mostHours ? format.format(1, 'day') : format.format(hours, 'hour')
}
