import type { Preset } from './preset.js'

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
