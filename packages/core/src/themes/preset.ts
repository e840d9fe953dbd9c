import type { ThemePalette, ThemeVariables } from '../config/options.js'

/** A whole look. Each names the same variables, so that one takes the place of another without a trace; what comes after it in an object wins. */
export type Preset = Readonly<
  Record<
    ThemePalette | '--w3m-accent' | '--w3m-border-radius-master' | '--w3m-font-family',
    ThemeVariables['--w3m-accent']
  >
>
