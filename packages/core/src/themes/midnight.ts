import type { Preset } from './preset.js'

/**
 * Blue as the hour before midnight: cool paper by day.
 * @example createFoyer({ ...options, themeVariables: midnight })
 */
export const midnight: Preset = {
  '--w3m-accent': 'light-dark(#3a4fd0, #9db0ff)',
  '--w3m-border-radius-master': '5px',
  '--w3m-font-family': undefined,
  '--foyer-bg': 'light-dark(#fbfcff, #0e1322)',
  '--foyer-bg-2': 'light-dark(#f1f4fd, #161c31)',
  '--foyer-bg-3': 'light-dark(#e7ebf9, #20273f)',
  '--foyer-bg-4': 'light-dark(#d9dff3, #2b3350)',
  '--foyer-line': 'light-dark(#dde2f3, #293150)',
  '--foyer-edge': 'light-dark(#858db0, #67719a)',
  '--foyer-text-1': 'light-dark(#101736, #eef1fb)',
  '--foyer-text-2': 'light-dark(#4b5478, #a6afd0)',
  '--foyer-text-3': 'light-dark(#596287, #98a2c6)',
  '--foyer-ok': 'light-dark(#0f6b3a, #4ac26b)',
  '--foyer-bad': 'light-dark(#b3221f, #ff7d75)',
  '--foyer-warn': 'light-dark(#7d5000, #e5a83b)',
  '--foyer-backdrop': 'light-dark(#0e1322b8, #04060ed1)',
}
