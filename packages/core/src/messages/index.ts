export { arabic } from './arabic.js'
export { names as namesSentences } from './en/names.js'
export { pay as paySentences } from './en/pay.js'
export { english } from './english.js'
export type { Locale } from './locale.js'
export { MissingValueError } from './MissingValueError.js'
export { pseudo } from './pseudo.js'
export { say } from './say.js'
export type {
  ButtonSentences,
  Placeholder,
  PlainSentenceKey,
  SentenceKey,
  Sentences,
  SentenceValues,
} from './sentences.js'
