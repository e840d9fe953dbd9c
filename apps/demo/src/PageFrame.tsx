import { FoyerProvider } from '@foyer/react'
import { type ReactNode, useState } from 'react'
import type { DemoProps } from './Demo.js'
import { remember } from './remember.js'
import type { DemoTheme } from './settings.js'
import type { ThemeChoiceProps } from './ThemeChoice.js'
import { TopBar } from './TopBar.js'
import { useWords, WordsProvider } from './words/WordsProvider.js'

export interface PageFrameProps extends DemoProps {
  /** Draws what is between the bar and the foot. */
  readonly children: (theme: ThemeChoiceProps) => ReactNode
}

/** Draws the common parts of the demo's pages with a kit: the bar, the foot, the theme and the words. */
export function PageFrame({ foyer, settings, words, children }: PageFrameProps) {
  const [theme, setTheme] = useState<DemoTheme>(settings.theme)
  const choose = (chosen: DemoTheme) => {
    setTheme(chosen)
    remember('theme', chosen)
    foyer.setTheme({ mode: chosen === 'system' ? undefined : chosen })
  }
  return (
    <WordsProvider words={words}>
      <FoyerProvider foyer={foyer}>
        <div className="page" data-theme={theme}>
          <TopBar settings={settings} theme={theme} onTheme={choose} />
          {children({ theme, onTheme: choose })}
          <Foot />
        </div>
      </FoyerProvider>
    </WordsProvider>
  )
}

function Foot() {
  const { home, notes } = useWords()
  return (
    <footer className="foot">
      <p>{home.foot}</p>
      <nav aria-label={home.more}>
        <a href="/look">{home.toLook}</a>
        <a href="/headless">{home.toHeadless}</a>
        <a href="/terms">{notes.terms}</a>
        <a href="/privacy">{notes.privacy}</a>
      </nav>
    </footer>
  )
}
