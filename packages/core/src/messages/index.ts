export * from '../catalogue/features.js'
export type { Locale } from '../catalogue/locales.js'
export { arabic, chinese, english, german, pseudo, spanish } from '../catalogue/locales.js'
export type {
  AddedSentences,
  ButtonSentences,
  Placeholder,
  PlainSentenceKey,
  SentenceKey,
  Sentences,
  SentenceValues,
} from '../catalogue/sentences.js'
export {
  type DrawnFact,
  type DrawnLimit,
  type DrawnRequest,
  type DrawnWarning,
  drawnRequest,
} from './drawnRequest.js'
export type { DrawnLanguage, DrawnSentence, HeadlinePart, SayDrawn } from './headlineParts.js'
export { requestLanguages } from './requestLanguages.js'
export { MissingValueError, say } from './say.js'
export { spokenRequest } from './spokenRequest.js'
