import type { english as everySentence } from './en.js'

export type Sentences = Partial<Readonly<Record<keyof typeof everySentence, string>>>

/** A language of the wallet's pages. */
export interface Language {
  /** BCP 47, for the `lang` attribute and for dates. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  /** Fetches its sentences, one file for each language. What is missing there is said in English. */
  load(): Promise<Sentences>
}

/** English, whose sentences come with what says them. */
export const english: Language = { tag: 'en', direction: 'ltr', load: async () => ({}) }

const languages: readonly Language[] = [
  english,
  { tag: 'ar', direction: 'rtl', load: async () => (await import('./ar.json')).default },
  { tag: 'de', direction: 'ltr', load: async () => (await import('./de.json')).default },
  { tag: 'es', direction: 'ltr', load: async () => (await import('./es.json')).default },
  { tag: 'zh-Hans', direction: 'ltr', load: async () => (await import('./zh.json')).default },
]

/** The first wanted language that the wallet has; English where it has none of them. Countries and scripts make no difference. */
export function languageOf(wanted: readonly string[]): Language {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0]
  const found = wanted.map((tag) => languages.find((each) => primary(each.tag) === primary(tag)))
  return found.find((each) => each !== undefined) ?? english
}
