import { type FoyerOptions, none } from './peer.js'
import { stringOf, type Value } from './value.js'

/** The kit's languages, by how both peers begin their names of them; each is an import. */
const languages: Readonly<Record<string, string | undefined>> = {
  ar: 'arabic',
  de: 'german',
  es: 'spanish',
  'zh-CN': 'chinese',
  'zh-Hans': 'chinese',
  zh: 'chinese',
}

/** A language of the peer's as the kit's own; English is the kit's unless said, and undefined where the kit hasn't it. */
export function localeOptions(value: Value): FoyerOptions | undefined {
  const locale = stringOf(value) ?? ''
  const [language = ''] = locale.split('-')
  if (language === 'en') return none
  // Traditional script is another one than the kit has.
  const name = languages[locale] ?? (language === 'zh' ? undefined : languages[language])
  return name === undefined ? undefined : { locale: ({ nameOf }) => nameOf({ from: '@foyer/core/messages', name }) }
}
