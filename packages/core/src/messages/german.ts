import { button } from './de/button.js'
import type { Locale } from './locale.js'

/** German. */
export const german: Locale = {
  tag: 'de',
  direction: 'ltr',
  button,
  load: async () => (await import('./de.js')).de,
}
