import arabicButton from './button/ar.json'
import germanButton from './button/de.json'
import spanishButton from './button/es.json'
import chineseButton from './button/zh.json'
import { button } from './en/button.js'
import type { ButtonSentences, Sentences } from './sentences.js'

/** A language of the kit: `createFoyer({ locale: arabic })`. */
export interface Locale {
  /** BCP 47, for the `lang` attribute. */
  readonly tag: string
  /** For the `dir` attribute. */
  readonly direction: 'ltr' | 'rtl'
  /** The sentences of the first load, there at once; `...english.button` before them says in English what is left out. */
  readonly button: ButtonSentences
  /**
   * Fetches the language's sentences, all in one file. English has none, as its sentences come with what says them. What is missing here, isn't text or
   * has a placeholder that English hasn't is said in English. A failed fetch rejects with the browser's own error; call it again to try again.
   */
  load?(): Promise<Partial<Sentences>>
}

/** English: what the kit speaks unless another locale is given. Its sentences come with the views that say them. */
export const english: Locale = {
  tag: 'en',
  direction: 'ltr',
  button,
}

/** The sentences of a language's first load, and in English those that it has not yet. */
const inEnglishToo = (own: Partial<ButtonSentences>): ButtonSentences => ({ ...button, ...own })

/** All of a language: what its buttons say, its own file, and what describes requests, which wallets' pages say too. */
async function joined(
  button: ButtonSentences,
  ...files: readonly Promise<{ readonly default: Partial<Sentences> }>[]
): Promise<Partial<Sentences>> {
  return Object.assign({ ...button }, ...(await Promise.all(files)).map((file) => file.default))
}

/** Arabic, right to left. */
export const arabic: Locale = {
  tag: 'ar',
  direction: 'rtl',
  button: /* @__PURE__ */ inEnglishToo(arabicButton),
  load: () => joined(arabic.button, import('./ar.json'), import('./request/ar.json')),
}

/** Chinese, in simplified characters. */
export const chinese: Locale = {
  tag: 'zh-Hans',
  direction: 'ltr',
  button: /* @__PURE__ */ inEnglishToo(chineseButton),
  load: () => joined(chinese.button, import('./zh.json'), import('./request/zh.json')),
}

/** German. */
export const german: Locale = {
  tag: 'de',
  direction: 'ltr',
  button: /* @__PURE__ */ inEnglishToo(germanButton),
  load: () => joined(german.button, import('./de.json'), import('./request/de.json')),
}

/** Spanish, the same for every country. */
export const spanish: Locale = {
  tag: 'es',
  direction: 'ltr',
  button: /* @__PURE__ */ inEnglishToo(spanishButton),
  load: () => joined(spanish.button, import('./es.json'), import('./request/es.json')),
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀçđéƒğĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓÞɊŔŠŢÚṼŴẊÝŽ'

/**
 * Writes an English sentence so that a reader still understands it and a tester sees what is wrong: accents show letters that a
 * font lacks, 40 % more length shows what is cut, brackets show where a sentence was glued together. Placeholders stay.
 *
 * @example pseudoText('Continue in {wallet}') // '[Çóñţíñúé íñ {wallet} ~~~~~~~~]'
 */
export function pseudoText(text: string): string {
  const words = text.replace(/\{\w+\}|[a-zA-Z]/g, (found) =>
    found.length > 1 ? found : accented.charAt(letters.indexOf(found)),
  )
  return `[${words} ${'~'.repeat(Math.ceil(text.length * 0.4))}]`
}

/** Writes every sentence of a room, or of all, with {@link pseudoText}. */
function pseudoSentences<Key extends string>(sentences: Readonly<Record<Key, string>>): Record<Key, string> {
  const written: Record<Key, string> = { ...sentences }
  for (const key in written) written[key] = pseudoText(written[key])
  return written
}

/** A language for tests: English, accented, longer and in brackets, made from the English catalogue. */
export const pseudo: Locale = {
  tag: 'en-XA',
  direction: 'ltr',
  get button() {
    return pseudoSentences(button)
  },
  async load() {
    return pseudoSentences((await import('./sentences.js')).english)
  },
}
