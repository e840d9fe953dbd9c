import type { Foyer, Theme } from '@foyer/core'
import { useMemo } from 'react'
import { useFoyer } from './useFoyer.js'
import { useSelect } from './useSelect.js'

/**
 * Follows the theme, and sets it: light or dark [S5.24], undefined as the visitor's system says; and the variables.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { mode, setTheme } = useFoyerTheme()
 * return <button onClick={() => setTheme({ mode: mode === 'dark' ? 'light' : 'dark' })}>Theme</button>
 */
export function useFoyerTheme(): Theme & Pick<Foyer, 'setTheme'> {
  const { setTheme } = useFoyer()
  const theme = useSelect((state) => state.theme)
  return useMemo(() => ({ ...theme, setTheme }), [theme, setTheme])
}
