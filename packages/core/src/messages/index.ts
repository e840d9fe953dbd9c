export * from './features.js'
export type { Locale } from './locales.js'
export { arabic, chinese, english, german, pseudo, spanish } from './locales.js'
export { MissingValueError, say } from './say.js'
export type {
  ButtonSentences,
  Placeholder,
  PlainSentenceKey,
  SentenceKey,
  Sentences,
  SentenceValues,
} from './sentences.js'
