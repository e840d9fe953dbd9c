import type { Preset } from './preset.js'

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
