import { button } from './en/button.js'
import type { Locale } from './locale.js'

/** English: what the kit speaks unless another locale is given. Its sentences come with the views that say them. */
export const english: Locale = {
  tag: 'en',
  direction: 'ltr',
  button,
}
