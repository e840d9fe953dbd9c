import { button } from './en/button.js'
import type { Locale } from './locales.js'

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
    const [{ en }, { enViews }, { enFeatures }] = await Promise.all([
      import('./en.js'),
      import('./enViews.js'),
      import('./sentences.js'),
    ])
    return pseudoSentences({ ...en, ...enViews, ...enFeatures })
  },
}
