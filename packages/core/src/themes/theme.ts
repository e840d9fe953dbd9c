export type ThemeMode = 'light' | 'dark'

/**
 * The colours of the look beside the accent, by name. One that is given takes no `--w3m-color-mix`; `light-dark(#fff, #111)` is a colour of either mode.
 */
export type ThemePalette =
  | '--foyer-bg'
  | '--foyer-bg-2'
  | '--foyer-bg-3'
  | '--foyer-bg-4'
  | '--foyer-line'
  | '--foyer-edge'
  | '--foyer-text-1'
  | '--foyer-text-2'
  | '--foyer-text-3'
  | '--foyer-ok'
  | '--foyer-bad'
  | '--foyer-warn'
  | '--foyer-backdrop'

/** The theme's variables, by name; a number is taken as it stands, and `undefined` is the kit's own value. */
export type ThemeVariables = Readonly<
  Partial<
    Record<
      | ThemePalette
      | '--w3m-font-family'
      | '--w3m-accent'
      | '--w3m-color-mix'
      | '--w3m-color-mix-strength'
      | '--w3m-font-size-master'
      | '--w3m-border-radius-master'
      | '--w3m-z-index'
      | '--w3m-qr-color',
      string | number | undefined
    >
  >
>
