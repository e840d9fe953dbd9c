import { localeOptions } from './locales.js'
import { type ButtonProps, type FoyerOptions, type HookPart, none, type Peer, sheet, wagmiOptions } from './peer.js'
import { themeOptions } from './rainbowkitTheme.js'
import { featuredWallets, walletsModule } from './rainbowkitWallets.js'
import type { Style } from './source.js'
import { booleanOf, numberOf, printed, stringOf, type Value } from './value.js'

/** RainbowKit 2. */
export const rainbowKit: Peer = {
  title: 'RainbowKit',
  package: '@rainbow-me/rainbowkit',
  scope: '@rainbow-me/',
  satellites: /^@rainbow-me\/(?!rainbowkit(\/|$))/,
  modules: {
    '@rainbow-me/rainbowkit/styles.css': sheet,
    // viem's chains with pictures, of which the kit has its own.
    '@rainbow-me/rainbowkit/chains': 'wagmi/chains',
  },
  guide: 'docs/moving/rainbowkit.md',
  provider: 'RainbowKitProvider',
  signIn: 'RainbowKitAuthenticationProvider',
  nested: ['appInfo'],
  providerProps: {
    theme: themeOptions,
    initialChain: firstNetwork,
    locale: localeOptions,
    'appInfo.learnMoreUrl': () => none,
    modalSize: () => none,
    showRecentTransactions: () => none,
    coolMode: () => none,
    id: () => none,
  },
  providerMetadata: { 'appInfo.appName': 'name' },
  words: {
    theme: "write themeMode and themeVariables: { '--w3m-accent': … }",
    initialChain: 'write defaultNetwork: the chain itself',
    locale: 'write locale: the language, an import of @foyer/core/messages',
    avatar: 'write avatar: ({ address }) => the address of a picture',
    appInfo: 'write metadata: { name } and disclaimer',
    'appInfo.appName': 'write metadata: { name }',
    'appInfo.disclaimer': 'write disclaimer: its text, with termsConditionsUrl and privacyPolicyUrl',
    wallets: 'write featuredWalletIds and customWallets',
    walletConnectParameters: 'write them into walletConnect({ projectId, … }) among connectors',
  },
  button: 'ConnectButton',
  buttonProps: {
    label: ({ text }) => ({ label: text }),
    accountStatus: ({ value }, style) => byWidth({ value, style, prop: 'account', word: stringOf }),
    showBalance: ({ value }, style) => byWidth({ value, style, prop: 'balance', word: balanceWord }),
    chainStatus: ({ value }, style) =>
      stringOf(value) === 'none' ? {} : byWidth({ value, style, prop: 'network', word: networkWord }),
  },
  customButton: true,
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
    connectors: 'connectorsForWallets',
    wallets: { key: 'wallets', from: walletsModule, options: featuredWallets },
    kept: wagmiOptions,
  },
}

/** A function that opens a view. */
export function opens(view: string): HookPart {
  return { kind: 'function', code: ({ modal, style }) => `() => ${modal}.open({ view: ${printed(style, view)} })` }
}

/** The network that is shown before a wallet says another: of the config by its number, or a chain that the file imports, or that one's `id`. */
export function firstNetwork(value: Value): FoyerOptions | undefined {
  const id = numberOf(value)
  if (id !== undefined) return { defaultNetwork: ({ config }) => `${config}.chains.find(({ id }) => id === ${id})` }
  if (value.kind !== 'imported' || (value.path.length > 0 && value.path.join() !== 'id')) return undefined
  return { defaultNetwork: ({ nameOf }) => nameOf(value.of) }
}

/**
 * Reads a value by width, in the kit's word for it: one for every window, or one for narrow ones and one for wide ones.
 */
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
    return one === undefined ? undefined : { [prop]: `"${one}"` }
  }
  const { smallScreen, largeScreen, ...more } = value.entries
  const narrow = word(smallScreen)
  const wide = word(largeScreen)
  if (narrow === undefined || wide === undefined || Object.keys(more).length > 0) return undefined
  return { [prop]: `{${printed(style, { narrow, wide })}}` }
}

/** A balance that is shown or not, in the kit's words. */
export function balanceWord(value: Value | undefined): string | undefined {
  const shown = booleanOf(value)
  return shown === undefined ? undefined : shown ? 'show' : 'hide'
}

/** Returns how much of the network is shown: the kit has the same words. */
function networkWord(value: Value | undefined): string | undefined {
  const word = stringOf(value)
  return word !== undefined && ['full', 'icon', 'name', 'none'].includes(word) ? word : undefined
}
