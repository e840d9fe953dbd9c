import type { Preset } from './preset.js'

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
