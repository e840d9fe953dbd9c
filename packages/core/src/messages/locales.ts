import { button as arButton } from './ar/button.js'
import { button as deButton } from './de/button.js'
import { button } from './en/button.js'
import { button as esButton } from './es/button.js'
import type { Locale } from './locale.js'
import { button as zhButton } from './zh/button.js'

/** English: what the kit speaks unless another locale is given. Its sentences come with the views that say them. */
export const english: Locale = {
  tag: 'en',
  direction: 'ltr',
  button,
}

/** Arabic, right to left. */
export const arabic: Locale = {
  tag: 'ar',
  direction: 'rtl',
  button: arButton,
  load: async () => (await import('./ar.js')).ar,
}

/** Chinese, in simplified characters. */
export const chinese: Locale = {
  tag: 'zh-Hans',
  direction: 'ltr',
  button: zhButton,
  load: async () => (await import('./zh.js')).zh,
}

/** German. */
export const german: Locale = {
  tag: 'de',
  direction: 'ltr',
  button: deButton,
  load: async () => (await import('./de.js')).de,
}

/** Spanish, the same for every country. */
export const spanish: Locale = {
  tag: 'es',
  direction: 'ltr',
  button: esButton,
  load: async () => (await import('./es.js')).es,
}
