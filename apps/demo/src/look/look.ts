import type { ThemeVariables } from '@foyer/core'
import { midnight, newsprint, orchard, standard } from '@foyer/core/themes'
import type { DemoTheme } from '../settings.js'
import type { Words } from '../words/words.js'

/** The themes that come with the kit; `standard` is its own. */
export const presets = { standard, midnight, orchard, newsprint } as const

export type PresetName = keyof typeof presets

/** The visitor's choices of the look. */
export interface Look {
  readonly preset: PresetName
  readonly mode: DemoTheme
  /** The differences from the preset. */
  readonly changes: ThemeVariables
}

export const firstLook: Omit<Look, 'mode'> = { preset: 'standard', changes: {} }

/** Every variable: those that weren't turned are the kit's own. */
export function variablesOf({ preset, changes }: Pick<Look, 'preset' | 'changes'>): ThemeVariables {
  return { ...untouched, ...presets[preset], ...changes }
}

const untouched: ThemeVariables = {
  '--w3m-color-mix': undefined,
  '--w3m-color-mix-strength': undefined,
  '--w3m-font-size-master': undefined,
  '--w3m-z-index': undefined,
  '--w3m-qr-color': undefined,
}

export type VariableName = keyof ThemeVariables

/** Two colours, for light and for dark. */
export type Pair = readonly [light: string, dark: string]

/** A variable that is a colour of either mode, with the kit's own colours. */
export interface ColourVariable {
  readonly name: VariableName
  readonly word: keyof Words['look']
  readonly own: Pair
  /** The opacity that is appended to each colour, in hexadecimal. */
  readonly alpha?: string | undefined
}

/** The accent, and what is blended into all others. */
export const mainColours: readonly ColourVariable[] = [
  { name: '--w3m-accent', word: 'accent', own: ['#4460f3', '#7087ff'] },
  { name: '--w3m-color-mix', word: 'blended', own: ['#000000', '#ffffff'] },
]

/** The other colours of the look. */
export const paletteColours: readonly ColourVariable[] = [
  { name: '--foyer-bg', word: 'bg', own: ['#ffffff', '#161616'] },
  { name: '--foyer-bg-2', word: 'bg2', own: ['#f6f6f4', '#1f1f1e'] },
  { name: '--foyer-bg-3', word: 'bg3', own: ['#eeeeeb', '#2a2a28'] },
  { name: '--foyer-bg-4', word: 'bg4', own: ['#e4e4df', '#363633'] },
  { name: '--foyer-line', word: 'line', own: ['#e4e4df', '#30302e'] },
  { name: '--foyer-edge', word: 'edge', own: ['#90908a', '#70706a'] },
  { name: '--foyer-text-1', word: 'text1', own: ['#171716', '#f2f2ef'] },
  { name: '--foyer-text-2', word: 'text2', own: ['#5c5c57', '#a5a59e'] },
  { name: '--foyer-text-3', word: 'text3', own: ['#6b6b65', '#95958d'] },
  { name: '--foyer-ok', word: 'ok', own: ['#127236', '#4ac26b'] },
  { name: '--foyer-bad', word: 'bad', own: ['#bb2521', '#ff6b62'] },
  { name: '--foyer-warn', word: 'warn', own: ['#855500', '#e5a83b'] },
  { name: '--foyer-backdrop', word: 'backdrop', own: ['#141414', '#141414'], alpha: 'cc' },
]

/** A variable's two colours, as an `input` takes them. */
export function pairOf({ value, own }: { readonly value: ThemeVariables[VariableName]; readonly own: Pair }): Pair {
  const [, light, dark] = /^light-dark\((#\w{6})\w*, (#\w{6})\w*\)$/.exec(String(value)) ?? []
  return light && dark ? [light, dark] : own
}

export function fromPair({
  pair: [light, dark],
  alpha = '',
}: {
  readonly pair: Pair
  readonly alpha?: string | undefined
}): string {
  return `light-dark(${light}${alpha}, ${dark}${alpha})`
}

/** A variable that is a number, with the kit's own. */
export interface NumberVariable {
  readonly name: VariableName
  readonly word: keyof Words['look']
  readonly own: number
  readonly least: number
  readonly most: number
  readonly step: number
  readonly unit: 'px' | '%' | ''
}

export const numberVariables = {
  fontSize: { name: '--w3m-font-size-master', word: 'fontSize', own: 10, least: 8, most: 13, step: 0.5, unit: 'px' },
  radius: { name: '--w3m-border-radius-master', word: 'radius', own: 4, least: 0, most: 10, step: 0.5, unit: 'px' },
  zIndex: { name: '--w3m-z-index', word: 'zIndex', own: 999, least: 0, most: 9999, step: 1, unit: '' },
  strength: { name: '--w3m-color-mix-strength', word: 'strength', own: 0, least: 0, most: 40, step: 1, unit: '%' },
} as const satisfies Readonly<Record<string, NumberVariable>>

/** Returns a number as it is written: the strength of the blend has no unit. */
export function fromNumber({
  value,
  unit,
}: {
  readonly value: number
  readonly unit: NumberVariable['unit']
}): string | number {
  return unit === 'px' ? `${value}px` : value
}

/** The fonts that the page offers; a host may name any. */
export const fonts = {
  fontOfTheme: undefined,
  fontSystem: 'system-ui, sans-serif',
  fontSerif: 'Georgia, "Times New Roman", serif',
  fontMono: 'ui-monospace, Menlo, Consolas, monospace',
} as const
