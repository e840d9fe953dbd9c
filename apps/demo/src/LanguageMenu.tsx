import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { remember } from './remember.js'
import { type DemoSettings, hrefIn, localeNames, offeredLocales } from './settings.js'
import { useWords } from './words/WordsProvider.js'

/** The languages, each named in itself and a link, so that it works before the page's program runs. What is chosen is remembered. */
export function LanguageMenu({ settings }: { readonly settings: DemoSettings }) {
  const { bar } = useWords()
  const { locale } = settings
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !menu.current?.open) return
    close()
    menu.current.querySelector('summary')?.focus()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close()
  }
  return (
    <details className="languages" ref={menu} onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 2.8a7.2 7.2 0 1 1 0 14.4a7.2 7.2 0 0 1 0-14.4ZM2.8 10h14.4M10 2.8c2.2 2 3.2 4.4 3.2 7.2s-1 5.2-3.2 7.2c-2.2-2-3.2-4.4-3.2-7.2s1-5.2 3.2-7.2Z" />
        </svg>
        <span className="unseen">{bar.language}: </span>
        <span className="language-name">{localeNames[locale]}</span>
        <span className="language-tag" aria-hidden="true">
          {locale.slice(0, 2)}
        </span>
      </summary>
      <ul>
        {offeredLocales.map((each) => (
          <li key={each}>
            <a
              href={hrefIn({ ...settings, locale: each })}
              lang={each}
              hrefLang={each}
              aria-current={each === locale || undefined}
              onClick={() => remember('locale', each)}
            >
              {localeNames[each]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
