import type { ButtonSentences, Sentences } from './sentences.js'

/** A language of the kit: `createFoyer({ locale: arabic })`. */
export interface Locale {
  /** BCP 47, for the `lang` attribute. */
  readonly tag: string
  /** For the `dir` attribute. */
  readonly direction: 'ltr' | 'rtl'
  /** The sentences of the first load, there at once. */
  readonly button: ButtonSentences
  /**
   * Fetches the language's sentences, all in one file. English has none, as its sentences come with what says them; a sentence that is missing here is
   * said in English. A failed fetch rejects with the browser's own error; call it again to try again.
   */
  load?(): Promise<Partial<Sentences>>
}
