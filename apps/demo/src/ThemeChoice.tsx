import { useEffect, useRef } from 'react'
import { type DemoTheme, demoThemes } from './settings.js'
import { useWords } from './words/WordsProvider.js'

export interface ThemeChoiceProps {
  readonly theme: DemoTheme
  readonly onTheme: (theme: DemoTheme) => void
}

/** Light, dark, or as the system: three signs in a row, each named for those who listen and on hover. */
export function ThemeChoice({ theme, onTheme }: ThemeChoiceProps) {
  const { bar } = useWords()
  const signsOf = useRef<HTMLFieldSetElement>(null)
  // What was chosen before the page's program ran counts as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the server's page has come alive
  useEffect(() => {
    const chosen = demoThemes.find((each) => signsOf.current?.querySelector(`[value="${each}"]:checked`))
    if (chosen && chosen !== theme) onTheme(chosen)
  }, [])
  return (
    <fieldset className="themes" ref={signsOf}>
      <legend>{bar.theme}</legend>
      {demoThemes.map((each) => (
        <label key={each} data-on={each === theme || undefined} title={bar[each]}>
          <input type="radio" name="theme" value={each} checked={each === theme} onChange={() => onTheme(each)} />
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={signs[each]} />
          </svg>
          <span className="unseen">{bar[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A screen, a sun, a moon; strokes of 1.6. */
const signs: Readonly<Record<DemoTheme, string>> = {
  system: 'M3.5 4.5h13v9h-13zM7.5 16.5h5M10 13.5v3',
  light:
    'M10 6.6a3.4 3.4 0 1 1 0 6.8a3.4 3.4 0 0 1 0-6.8ZM10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2 1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2',
  dark: 'M16.5 11.9A6.9 6.9 0 0 1 8.1 3.5a6.9 6.9 0 1 0 8.4 8.4Z',
}
