import type { Locale } from './locale.js'
import { button } from './zh/button.js'

/** Chinese, in simplified characters. */
export const chinese: Locale = {
  tag: 'zh-Hans',
  direction: 'ltr',
  button,
  load: async () => (await import('./zh.js')).zh,
}
