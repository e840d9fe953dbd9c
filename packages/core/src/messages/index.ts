export { activity as activitySentences } from './en/activity.js'
export { login as loginSentences } from './en/login.js'
export { names as namesSentences } from './en/names.js'
export { nfts as nftsSentences } from './en/nfts.js'
export { onramp as onrampSentences, receive as receiveSentences } from './en/onramp.js'
export { pay as paySentences } from './en/pay.js'
export { send as sendSentences } from './en/send.js'
export { signIn as signInSentences } from './en/signIn.js'
export { swap as swapSentences } from './en/swap.js'
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
