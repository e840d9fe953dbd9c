import { requestLanguages } from '@foyer/core/messages'
import type { english as everySentence } from './en.js'

export type Sentences = Partial<Readonly<Record<keyof typeof everySentence, string>>>

/** A language of the wallet's pages. */
export interface Language {
  /** BCP 47, for the `lang` attribute and for dates. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** Fetches its sentences: those of these pages, and of requests those that the kit has. What is missing there is said in English. */
  load(): Promise<Sentences>
}

/** English, whose sentences come with what says them. */
export const english: Language = { tag: 'en', direction: 'ltr', load: async () => ({}) }

const joined = async (
  own: Promise<{ readonly default: Sentences }>,
  requests: Promise<Sentences>,
): Promise<Sentences> => ({
  ...(await own).default,
  ...(await requests),
})

const languages: readonly Language[] = [
  english,
  { tag: 'ar', direction: 'rtl', load: () => joined(import('./ar.json'), requestLanguages.ar()) },
  { tag: 'de', direction: 'ltr', load: () => joined(import('./de.json'), requestLanguages.de()) },
  { tag: 'es', direction: 'ltr', load: () => joined(import('./es.json'), requestLanguages.es()) },
  { tag: 'zh-Hans', direction: 'ltr', load: () => joined(import('./zh.json'), requestLanguages.zh()) },
]

/** The first wanted language that the wallet has; English where it has none of them. Countries and scripts make no difference. */
export function languageOf(wanted: readonly string[]): Language {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0]
  const found = wanted.map((tag) => languages.find((each) => primary(each.tag) === primary(tag)))
  return found.find((each) => each !== undefined) ?? english
}
