import { button } from './en/button.js'
import type { Locale } from './locale.js'
import { pseudoSentences } from './pseudoText.js'

/** A language for tests: English, accented, longer and in brackets, made from the English catalogue. */
export const pseudo: Locale = {
  tag: 'en-XA',
  direction: 'ltr',
  get button() {
    return pseudoSentences(button)
  },
  async load() {
    const [{ en }, { enViews }, { enFeatures }] = await Promise.all([
      import('./en.js'),
      import('./enViews.js'),
      import('./enFeatures.js'),
    ])
    return pseudoSentences({ ...en, ...enViews, ...enFeatures })
  },
}
