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

/** Arabic, right to left. */
export const arabic: Locale = {
  tag: 'ar',
  direction: 'rtl',
  button: /* @__PURE__ */ inEnglishToo({
    'button.connect': 'اربط المحفظة',
    'button.connecting': 'جارٍ الربط...',
    'button.switchNetwork': 'بدّل الشبكة',
    'button.selectNetwork': 'اختر شبكة',
    'button.unknownNetwork': 'شبكة غير معروفة',
    'button.account': 'الحساب {name}',
    'button.network': 'الشبكة {name}',
    'button.balanceLoading': 'جارٍ تحميل الرصيد',
    'button.notLoaded': 'تعذّر تحميل هذا الجزء. تحقّق من اتصالك.',
    'button.tryAgain': 'حاول مجددًا',
    'button.close': 'إغلاق',
  }),
  load: async () => ({ ...arabic.button, ...(await import('./ar.json')).default }),
}

/** Chinese, in simplified characters. */
export const chinese: Locale = {
  tag: 'zh-Hans',
  direction: 'ltr',
  button: /* @__PURE__ */ inEnglishToo({
    'button.connect': '连接钱包',
    'button.connecting': '正在连接...',
    'button.switchNetwork': '切换网络',
    'button.selectNetwork': '选择网络',
    'button.unknownNetwork': '未知网络',
    'button.account': '账户 {name}',
    'button.network': '网络 {name}',
    'button.balanceLoading': '正在加载余额',
    'button.notLoaded': '无法加载此部分。请检查网络连接。',
    'button.tryAgain': '重试',
    'button.close': '关闭',
  }),
  load: async () => ({ ...chinese.button, ...(await import('./zh.json')).default }),
}

/** German. */
export const german: Locale = {
  tag: 'de',
  direction: 'ltr',
  button: /* @__PURE__ */ inEnglishToo({
    'button.connect': 'Wallet verbinden',
    'button.connecting': 'Wird verbunden...',
    'button.switchNetwork': 'Netzwerk wechseln',
    'button.selectNetwork': 'Netzwerk wählen',
    'button.unknownNetwork': 'Unbekanntes Netzwerk',
    'button.account': 'Konto {name}',
    'button.network': 'Netzwerk {name}',
    'button.balanceLoading': 'Guthaben wird geladen',
    'button.notLoaded': 'Dieser Teil ließ sich nicht laden. Bitte die Verbindung prüfen.',
    'button.tryAgain': 'Erneut versuchen',
    'button.close': 'Schließen',
  }),
  load: async () => ({ ...german.button, ...(await import('./de.json')).default }),
}

/** Spanish, the same for every country. */
export const spanish: Locale = {
  tag: 'es',
  direction: 'ltr',
  button: /* @__PURE__ */ inEnglishToo({
    'button.connect': 'Conectar billetera',
    'button.connecting': 'Conectando...',
    'button.switchNetwork': 'Cambiar de red',
    'button.selectNetwork': 'Elegir red',
    'button.unknownNetwork': 'Red desconocida',
    'button.account': 'Cuenta {name}',
    'button.network': 'Red {name}',
    'button.balanceLoading': 'Cargando el saldo',
    'button.notLoaded': 'No se pudo cargar esta parte. Comprueba tu conexión.',
    'button.tryAgain': 'Reintentar',
    'button.close': 'Cerrar',
  }),
  load: async () => ({ ...spanish.button, ...(await import('./es.json')).default }),
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
