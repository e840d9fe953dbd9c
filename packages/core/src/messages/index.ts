export {
  type DrawnFact,
  type DrawnLimit,
  type DrawnRequest,
  type DrawnWarning,
  drawnRequest,
} from './drawnRequest.js'
export * from './features.js'
export type { DrawnLanguage, DrawnSentence, HeadlinePart, SayDrawn } from './headlineParts.js'
export type { Locale } from './locales.js'
export { arabic, chinese, english, german, pseudo, spanish } from './locales.js'
export { requestLanguages } from './requestLanguages.js'
export { MissingValueError, say } from './say.js'
export type {
  ButtonSentences,
  Placeholder,
  PlainSentenceKey,
  SentenceKey,
  Sentences,
  SentenceValues,
} from './sentences.js'
export { spokenRequest } from './spokenRequest.js'
