import { type ButtonProps, type FoyerOptions, type HookPart, none, type Peer, sheet, wagmiOptions } from './peer.js'
import type { Style } from './source.js'
import { booleanOf, numberOf, printed, stringOf, type Value } from './value.js'

/** RainbowKit 2. */
export const rainbowKit: Peer = {
  title: 'RainbowKit',
  package: '@rainbow-me/rainbowkit',
  modules: {
    '@rainbow-me/rainbowkit/styles.css': sheet,
    // viem's chains with pictures, of which the kit has its own.
    '@rainbow-me/rainbowkit/chains': 'wagmi/chains',
  },
  guide: 'docs/moving/rainbowkit.md',
  provider: 'RainbowKitProvider',
  providerProps: {
    theme: themeOptions,
    initialChain: firstNetwork,
    // English is the kit's own language.
    locale: (value) => (/^en(-US)?$/.test(stringOf(value) ?? '') ? none : undefined),
    appInfo: (value) =>
      value.kind === 'object' && Object.keys(value.entries).every((key) => key === 'appName' || key === 'learnMoreUrl')
        ? none
        : undefined,
    modalSize: () => none,
    showRecentTransactions: () => none,
    coolMode: () => none,
    id: () => none,
  },
  button: 'ConnectButton',
  buttonProps: {
    label: ({ text }) => ({ props: { label: text } }),
    accountStatus: ({ value }, style) => byWidth({ value, style, prop: 'account', word: stringOf }),
    showBalance: ({ value }, style) => byWidth({ value, style, prop: 'balance', word: balanceWord }),
    chainStatus: ({ value }) => (value.kind === 'other' ? undefined : { networks: stringOf(value) !== 'none' }),
  },
  hooks: {
    useConnectModal: { openConnectModal: opens('Connect'), connectModalOpen: { kind: 'open' } },
    useAccountModal: { openAccountModal: opens('Account'), accountModalOpen: { kind: 'open' } },
    useChainModal: { openChainModal: opens('Networks'), chainModalOpen: { kind: 'open' } },
  },
  config: {
    function: 'getDefaultConfig',
    wrapped: false,
    projectId: 'projectId',
    relay: 'walletConnectParameters',
    kept: wagmiOptions,
  },
}

/** A function that opens a view. */
export function opens(view: string): HookPart {
  return { kind: 'function', code: ({ modal, style }) => `() => ${modal}.open({ view: ${printed(style, view)} })` }
}

/** The network that is shown before a wallet says another: of the config, by its number. */
export function firstNetwork(value: Value): FoyerOptions | undefined {
  const id = numberOf(value)
  if (id === undefined) return undefined
  return { defaultNetwork: ({ config }) => `${config}.chains.find(({ id }) => id === ${id})` }
}

/** What is shown, by the kit's word for it: one for every window, or one for narrow ones and one for wide ones. */
function byWidth({
  value,
  style,
  prop,
  word,
}: {
  readonly value: Value
  readonly style: Style
  readonly prop: string
  readonly word: (value: Value | undefined) => string | undefined
}): ButtonProps | undefined {
  if (value.kind !== 'object') {
    const one = word(value)
    return one === undefined ? undefined : { props: { [prop]: `"${one}"` } }
  }
  const { smallScreen, largeScreen, ...more } = value.entries
  const narrow = word(smallScreen)
  const wide = word(largeScreen)
  if (narrow === undefined || wide === undefined || Object.keys(more).length > 0) return undefined
  return { props: { [prop]: `{${printed(style, { narrow, wide })}}` } }
}

/** A balance that is shown or not, in the kit's words. */
export function balanceWord(value: Value | undefined): string | undefined {
  const shown = booleanOf(value)
  return shown === undefined ? undefined : shown ? 'show' : 'hide'
}

const themes: Readonly<Record<string, string>> = { lightTheme: 'light', darkTheme: 'dark' }

/** A theme that one of the peer's functions made, of what the kit has a variable for. */
function themeOptions(value: Value): FoyerOptions | undefined {
  if (value.kind === 'object') return themeByMode(value.entries)
  if (value.kind !== 'call') return undefined
  const mode = themes[value.name]
  if (mode === undefined) return undefined
  // The kit chooses the ink on the accent by its lightness, its backdrop isn't blurred, and its font is the system's unless said.
  const { accentColor, accentColorForeground: _ink, overlayBlur: _blur, fontStack, ...more } = value.entries
  if (Object.keys(more).length > 0 || (fontStack && stringOf(fontStack) !== 'system')) return undefined
  const themeMode: FoyerOptions = { themeMode: ({ style }) => printed(style, mode) }
  if (!accentColor) return themeMode
  const accent = stringOf(accentColor)
  if (accent === undefined) return undefined
  return { ...themeMode, themeVariables: ({ style }) => printed(style, { '--w3m-accent': accent }) }
}

/** A theme for each mode is the kit's own, where both have one accent or none: its mode is the system's unless said. */
function themeByMode({ lightMode, darkMode, ...more }: Readonly<Record<string, Value>>): FoyerOptions | undefined {
  if (!isTheme(lightMode, 'lightTheme') || !isTheme(darkMode, 'darkTheme') || Object.keys(more).length > 0)
    return undefined
  const [light, dark] = [themeOptions(lightMode), themeOptions(darkMode)]
  if (!light || !dark || accentOf(lightMode) !== accentOf(darkMode)) return undefined
  const { themeMode: _mode, ...rest } = light
  return rest
}

const isTheme = (value: Value | undefined, name: string): value is Value & { readonly kind: 'call' } =>
  value?.kind === 'call' && value.name === name
const accentOf = ({ entries }: Value & { readonly kind: 'call' }): string | undefined => stringOf(entries.accentColor)
