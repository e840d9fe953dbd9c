import type { DemoLocale } from '../settings.js'
import type { Words } from './words.js'

/** Fetches the words of one language: a page has only its own. */
export const loadWords: Readonly<Record<DemoLocale, () => Promise<Words>>> = {
  en: async () => (await import('./en.js')).en,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  zh: async () => (await import('./zh.js')).zh,
  ar: async () => (await import('./ar.js')).ar,
  pseudo: async () => (await import('./en.js')).en,
}
