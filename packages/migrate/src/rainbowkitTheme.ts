import type { FoyerOptions } from './peer.js'
import { type Entries, printed, stringOf, type Value } from './value.js'

const from = '@rainbow-me/rainbowkit'

/** The functions that make a theme, each with its mode, and the accents that it offers by name. */
const themes: Readonly<
  Record<string, { readonly mode: 'dark' | 'light'; readonly accents: Readonly<Record<string, string>> }>
> = (() => {
  const dark = {
    blue: '#3898FF',
    green: '#4BD166',
    orange: '#FF983D',
    pink: '#FF7AB8',
    purple: '#7A70FF',
    red: '#FF6257',
  }
  const light = {
    blue: '#0E76FD',
    green: '#1DB847',
    orange: '#FF801F',
    pink: '#FF5CA0',
    purple: '#5F5AFA',
    red: '#FA423C',
  }
  return {
    lightTheme: { mode: 'light', accents: light },
    darkTheme: { mode: 'dark', accents: dark },
    midnightTheme: { mode: 'dark', accents: dark },
  }
})()

/** By what one of the kit's is multiplied, so that its dialog and its button are as round. */
const radii: Readonly<Record<string, string | undefined>> = {
  none: '0px',
  small: '1.33px',
  medium: '2.67px',
  large: undefined,
}
const fonts: Readonly<Record<string, string | undefined>> = {
  rounded: 'ui-rounded, "SF Pro Rounded", system-ui, sans-serif',
  system: undefined,
}

/** A theme that one of RainbowKit's functions made, of what the kit has a variable for; or one for each mode. */
export function themeOptions(value: Value): FoyerOptions | undefined {
  if (value.kind === 'object') return themeByMode(value.entries)
  const theme = themeOf(value)
  const variables = theme && variablesOf(theme)
  return theme && variables && { themeMode: ({ style }) => printed(style, theme.mode), ...asOption(variables) }
}

/** A theme for each mode is the kit's own, where both set the same variables: its mode is the system's unless said. */
function themeByMode({ lightMode, darkMode, ...more }: Entries): FoyerOptions | undefined {
  const [light, dark] = [themeOf(lightMode), themeOf(darkMode)]
  if (light?.mode !== 'light' || dark?.mode !== 'dark' || Object.keys(more).length > 0) return undefined
  const [inLight, inDark] = [variablesOf(light), variablesOf(dark)]
  if (!inLight || !inDark) return undefined
  const both: Record<string, string> = {}
  for (const name of new Set([...Object.keys(inLight), ...Object.keys(inDark)])) {
    const [a, b] = [inLight[name], inDark[name]]
    if (a === undefined || b === undefined) return undefined
    both[name] = a === b ? a : `light-dark(${a}, ${b})`
    // Only a colour has one of either mode.
    if (a !== b && name !== '--w3m-accent') return undefined
  }
  return asOption(both)
}

interface Theme {
  readonly mode: 'dark' | 'light'
  readonly accents: Readonly<Record<string, string>>
  readonly entries: Entries
}

function themeOf(value: Value | undefined): Theme | undefined {
  if (value?.kind !== 'call' || value.of.from !== from) return undefined
  const known = themes[value.of.name]
  return known && { ...known, entries: value.entries }
}

/** The variables that it sets; undefined where it says what none says. */
function variablesOf({ accents, entries }: Theme): Readonly<Record<string, string>> | undefined {
  // The kit chooses the ink on the accent by its lightness, and its backdrop isn't blurred.
  const {
    accentColor,
    accentColorForeground: _ink,
    overlayBlur: _blur,
    borderRadius,
    fontStack,
    '...': named,
    ...more
  } = entries
  if (Object.keys(more).length > 0) return undefined
  const radius = wordOf(borderRadius, radii)
  const font = wordOf(fontStack, fonts)
  const accent = accentColor ? stringOf(accentColor) : named && accentOf(named, accents)
  if (!radius || !font || (accent === undefined && (accentColor || named))) return undefined
  return {
    ...(accent !== undefined && { '--w3m-accent': accent }),
    ...(radius.is !== undefined && { '--w3m-border-radius-master': radius.is }),
    ...(font.is !== undefined && { '--w3m-font-family': font.is }),
  }
}

/** Returns the meaning of a word; nothing, where there is none. */
function wordOf(value: Value | undefined, words: Readonly<Record<string, string | undefined>>) {
  if (!value) return { is: undefined }
  const word = stringOf(value)
  return word !== undefined && word in words ? { is: words[word] } : undefined
}

/** An accent that the theme offers: `darkTheme.accentColors.pink`. */
function accentOf(value: Value, accents: Theme['accents']): string | undefined {
  const [list, name = '', ...deeper] = value.kind === 'imported' ? value.path : []
  return list === 'accentColors' && deeper.length === 0 ? accents[name] : undefined
}

const asOption = (variables: Readonly<Record<string, string>>): FoyerOptions =>
  Object.keys(variables).length === 0 ? {} : { themeVariables: ({ style }) => printed(style, variables) }
