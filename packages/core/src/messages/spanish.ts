import { button } from './es/button.js'
import type { Locale } from './locale.js'

/** Spanish, the same for every country. */
export const spanish: Locale = {
  tag: 'es',
  direction: 'ltr',
  button,
  load: async () => (await import('./es.js')).es,
}
