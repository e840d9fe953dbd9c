import { FoyerButton, NetworkButton } from '@foyer/react'
import { type DemoLocale, demoLocales, localeNames } from './settings.js'

export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

export interface TopBarProps {
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  readonly locale: DemoLocale
}

/** The name, the theme and the language, and the two buttons that every dapp has up there. */
export function TopBar({ theme, onTheme, locale }: TopBarProps) {
  return (
    <header className="bar">
      <a className="brand" href="/">
        <Mark />
        <span>Foyer</span>
      </a>
      <fieldset className="themes">
        <legend>Theme</legend>
        {themes.map((each) => (
          <label key={each} data-on={each === theme || undefined}>
            <input type="radio" name="theme" value={each} checked={each === theme} onChange={() => onTheme(each)} />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
      <nav className="languages" aria-label="Language">
        {demoLocales.map((tag) => (
          <a
            key={tag}
            href={tag === 'en' ? '/' : `/?locale=${tag}`}
            lang={tag === 'pseudo' ? 'en' : tag}
            aria-current={tag === locale || undefined}
          >
            {localeNames[tag]}
          </a>
        ))}
      </nav>
      <div className="bar-buttons">
        <NetworkButton />
        <FoyerButton />
      </div>
    </header>
  )
}

/** An open door. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
      <path d="M5 25V12a9 9 0 0 1 18 0v13" />
      <path className="mark-door" d="M10 25V12.5a4 4 0 0 1 8 0V25Z" />
    </svg>
  )
}
