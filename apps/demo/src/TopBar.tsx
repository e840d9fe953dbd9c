import { FoyerButton, NetworkButton } from '@foyer/react'
import { LanguageMenu } from './LanguageMenu.js'
import type { DemoSettings } from './settings.js'
import { ThemeChoice, type ThemeChoiceProps } from './ThemeChoice.js'

export interface TopBarProps extends ThemeChoiceProps {
  readonly settings: DemoSettings
}

/** The name, the theme and the language, and the two buttons that every dapp has up there. */
export function TopBar({ settings, theme, onTheme }: TopBarProps) {
  return (
    <header className="bar">
      <a className="brand" href="/">
        <Mark />
        <span>Foyer</span>
      </a>
      <ThemeChoice theme={theme} onTheme={onTheme} />
      <LanguageMenu settings={settings} />
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
