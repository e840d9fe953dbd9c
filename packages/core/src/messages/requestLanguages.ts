import type { RequestSentence } from '../words/shown.js'
import type { HeadlineSentence } from './headlineFillings.js'

type InLanguage = () => Promise<Partial<Readonly<Record<RequestSentence | HeadlineSentence, string>>>>

/** The sentences of requests, in each of the kit's languages but English, by its tag's first part. A page of a wallet says these and none of the kit's others. */
export const requestLanguages: Readonly<Record<'ar' | 'de' | 'es' | 'zh', InLanguage>> = {
  ar: async () => (await import('../catalogue/request/ar.json')).default,
  de: async () => (await import('../catalogue/request/de.json')).default,
  es: async () => (await import('../catalogue/request/es.json')).default,
  zh: async () => (await import('../catalogue/request/zh.json')).default,
}
