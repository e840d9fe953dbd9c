import { button } from './ar/button.js'
import type { Locale } from './locale.js'

/** Arabic, right to left. */
export const arabic: Locale = {
  tag: 'ar',
  direction: 'rtl',
  button,
  load: async () => (await import('./ar.js')).ar,
}
