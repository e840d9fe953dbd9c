import type { ThemePalette, ThemeVariables } from './theme.js'

/** A whole look. Each names the same variables, so that one takes the place of another without a trace; what comes after it in an object wins. */
export type Preset = Readonly<
  Record<
    ThemePalette | '--w3m-accent' | '--w3m-border-radius-master' | '--w3m-font-family',
    ThemeVariables['--w3m-accent']
  >
>

/**
 * The kit's own look: takes away what another theme has set.
 * @example foyer.setTheme({ variables: standard })
 */
export const standard: Preset = {
  '--w3m-accent': undefined,
  '--w3m-border-radius-master': undefined,
  '--w3m-font-family': undefined,
  '--foyer-bg': undefined,
  '--foyer-bg-2': undefined,
  '--foyer-bg-3': undefined,
  '--foyer-bg-4': undefined,
  '--foyer-line': undefined,
  '--foyer-edge': undefined,
  '--foyer-text-1': undefined,
  '--foyer-text-2': undefined,
  '--foyer-text-3': undefined,
  '--foyer-ok': undefined,
  '--foyer-bad': undefined,
  '--foyer-warn': undefined,
  '--foyer-backdrop': undefined,
}

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

/**
 * Black on paper, square, in the letters of a newspaper.
 * @example createFoyer({ ...options, themeVariables: newsprint })
 */
export const newsprint: Preset = {
  '--w3m-accent': 'light-dark(#15140f, #f4f1e8)',
  '--w3m-border-radius-master': '1px',
  '--w3m-font-family': 'Georgia, "Iowan Old Style", "Times New Roman", "Noto Serif", serif',
  '--foyer-bg': 'light-dark(#fffefb, #14130f)',
  '--foyer-bg-2': 'light-dark(#f6f4ed, #1d1c18)',
  '--foyer-bg-3': 'light-dark(#eceae1, #282621)',
  '--foyer-bg-4': 'light-dark(#dfdcd2, #35332d)',
  '--foyer-line': 'light-dark(#dcd8cc, #302e28)',
  '--foyer-edge': 'light-dark(#8a867b, #736f64)',
  '--foyer-text-1': 'light-dark(#15140f, #f4f1e8)',
  '--foyer-text-2': 'light-dark(#57544b, #aaa69a)',
  '--foyer-text-3': 'light-dark(#64615a, #9b978b)',
  '--foyer-ok': 'light-dark(#12692f, #4ac26b)',
  '--foyer-bad': 'light-dark(#b3231f, #ff7d75)',
  '--foyer-warn': 'light-dark(#7d5000, #e5a83b)',
  '--foyer-backdrop': 'light-dark(#15140fb8, #080806d1)',
}

/**
 * Warm green, and rounder.
 * @example createFoyer({ ...options, themeVariables: orchard })
 */
export const orchard: Preset = {
  '--w3m-accent': 'light-dark(#2f6b2f, #9ad27f)',
  '--w3m-border-radius-master': '6px',
  '--w3m-font-family': undefined,
  '--foyer-bg': 'light-dark(#fffdf6, #131911)',
  '--foyer-bg-2': 'light-dark(#f6f3e5, #1b2319)',
  '--foyer-bg-3': 'light-dark(#edead8, #262f23)',
  '--foyer-bg-4': 'light-dark(#e0dcc5, #323d2e)',
  '--foyer-line': 'light-dark(#e5e0cc, #2e3829)',
  '--foyer-edge': 'light-dark(#8b8768, #6d7a64)',
  '--foyer-text-1': 'light-dark(#1d2417, #f0f4e8)',
  '--foyer-text-2': 'light-dark(#545a44, #a9b59c)',
  '--foyer-text-3': 'light-dark(#5f644e, #98a48c)',
  '--foyer-ok': 'light-dark(#12692f, #5fd08a)',
  '--foyer-bad': 'light-dark(#b3231f, #ff7d75)',
  '--foyer-warn': 'light-dark(#7d5000, #e5a83b)',
  '--foyer-backdrop': 'light-dark(#1d2417b8, #070a06d1)',
}
