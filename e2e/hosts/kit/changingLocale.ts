import { en, enViews } from '@foyer/core/internal'
import {
  activitySentences,
  arabic,
  english,
  type Locale,
  loginSentences,
  namesSentences,
  nftsSentences,
  onrampSentences,
  paySentences,
  pseudo,
  receiveSentences,
  type Sentences,
  sendSentences,
  signInSentences,
  swapSentences,
} from '@foyer/core/messages'

const inEnglish: Sentences = {
  ...en,
  ...enViews,
  ...activitySentences,
  ...loginSentences,
  ...namesSentences,
  ...nftsSentences,
  ...onrampSentences,
  ...paySentences,
  ...receiveSentences,
  ...sendSentences,
  ...signInSentences,
  ...swapSentences,
}

const locales = { en: english, ar: arabic, pseudo } as const

/** The languages that one page can speak in turn. */
export type SpokenLanguage = keyof typeof locales

export interface ChangingLocale {
  readonly locale: Locale
  /** Speaks another language from the next time on that something is drawn. */
  readonly speak: (language: SpokenLanguage) => Promise<void>
}

/**
 * A language that becomes another one while the page is open, which no host has: one state of a view, reached once, is looked
 * at in each of them. Begins in English.
 */
export function changingLocale(): ChangingLocale {
  let spoken: Locale = english
  let sentences: Partial<Sentences> = inEnglish
  // The kit reads a sentence each time that it says it.
  const live = new Proxy<Sentences>(inEnglish, { get: (_, key) => Reflect.get(sentences, key) })
  return {
    locale: {
      get tag() {
        return spoken.tag
      },
      get direction() {
        return spoken.direction
      },
      get button() {
        return spoken.button
      },
      load: async () => live,
    },
    async speak(language) {
      spoken = locales[language]
      sentences = { ...inEnglish, ...(await spoken.load?.()) }
    },
  }
}
