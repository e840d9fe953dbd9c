import { button } from './en/button.js'
import type { Locale } from './locale.js'

/** English: what the kit speaks unless it is told otherwise. */
export const english: Locale = {
  tag: 'en',
  direction: 'ltr',
  button,
  load: () => import('./en.js'),
}
