import { localeOptions } from './locales.js'
import { type FoyerOptions, type HookPart, none, type Peer, wagmiOptions } from './peer.js'
import { balanceWord, firstNetwork, opens } from './rainbowkit.js'
import { booleanOf, printed, stringOf, type Value } from './value.js'

/** Of the provider's `options`: what the kit needs no word for. */
const needless = [
  'avoidLayoutShift',
  'bufferPolyfill',
  'disableSiweRedirect',
  'embedGoogleFonts',
  'ethereumOnboardingUrl',
  'hideNoWalletCTA',
  'hideQuestionMarkCTA',
  'hideRecentBadge',
  'hideTooltips',
  'overlayBlur',
  'reducedMotion',
  'truncateLongENSAddress',
  'walletConnectCTA',
  'walletConnectName',
  'walletOnboardingUrl',
]

/** ConnectKit 1. */
export const connectKit: Peer = {
  title: 'ConnectKit',
  package: 'connectkit',
  scope: 'connectkit',
  satellites: /^connectkit-/,
  modules: {},
  guide: 'docs/moving/connectkit.md',
  provider: 'ConnectKitProvider',
  signIn: 'SIWEProvider',
  nested: ['options'],
  providerProps: {
    theme: (value) => (stringOf(value) === 'auto' ? none : undefined),
    mode: modeOptions,
    debugMode: (value) => flag(value, 'debug'),
    'options.language': localeOptions,
    'options.initialChainId': firstNetwork,
    'options.disclaimer': (value) => {
      const text = stringOf(value)
      return text === undefined ? undefined : { disclaimer: ({ style }) => printed(style, text) }
    },
    'options.enforceSupportedChains': (value) => {
      const enforced = booleanOf(value)
      return enforced === undefined ? undefined : enforced ? none : { allowUnsupportedChain: () => 'true' }
    },
    ...Object.fromEntries(needless.map((key) => [`options.${key}`, () => none])),
  },
  providerMetadata: {},
  words: {
    theme: 'write themeVariables: a theme of @foyer/core/themes, or variables of your own',
    mode: "write themeMode: 'light' or 'dark'",
    customTheme: "write themeVariables: { '--w3m-accent': … }",
    debugMode: 'write debug',
    onConnect: 'watch foyer.onEvent, or foyer.subscribe, where the page starts',
    onDisconnect: 'watch foyer.onEvent, or foyer.subscribe, where the page starts',
    options: 'write the option of createFoyer for each',
    'options.language': 'write locale: the language, an import of @foyer/core/messages',
    'options.initialChainId': 'write defaultNetwork: the chain itself',
    'options.enforceSupportedChains': 'write allowUnsupportedChain, which is its opposite',
    'options.disclaimer': 'write disclaimer: its text, with termsConditionsUrl and privacyPolicyUrl',
    'options.customAvatar': 'write avatar: ({ address }) => the address of a picture',
    'options.hideBalance': 'write <FoyerButton balance="hide">',
    coinbaseWalletPreference:
      'write connectors: [coinbaseWallet({ preference })] of wagmi/connectors into createConfig',
    enableAaveAccount: 'write the connector of that wallet into createConfig, or embedded() among connectors',
    enableFamily: 'write the connector of that wallet into createConfig, or embedded() among connectors',
    aaveAccountOptions: 'write them into the connector of that wallet',
    familyOptions: 'write them into the connector of that wallet',
  },
  button: 'ConnectKitButton',
  buttonProps: {
    label: ({ text }) => ({ label: text }),
    showBalance: ({ value }) => {
      const word = balanceWord(value)
      return word === undefined ? undefined : { balance: `"${word}"` }
    },
    showAvatar: ({ value }) => {
      const shown = booleanOf(value)
      return shown === undefined ? undefined : { account: shown ? '"full"' : '"address"' }
    },
  },
  customButton: false,
  hooks: {
    useModal: {
      open: { kind: 'open' },
      setOpen: shows(),
      openAbout: opens('WhatIsAWallet'),
      openOnboarding: opens('WhatIsAWallet'),
      openProfile: opens('Account'),
      openSwitchNetworks: opens('Networks'),
    },
  },
  config: {
    function: 'getDefaultConfig',
    wrapped: true,
    projectId: 'walletConnectProjectId',
    needless: { enableAaveAccount: false, enableFamily: false },
    // Where it is given connectors, ConnectKit makes none of its own, WalletConnect's among them.
    kept: [...wagmiOptions, 'client', 'connectors'],
  },
}

function shows(): HookPart {
  return {
    kind: 'function',
    code: ({ modal, style }) =>
      `(show${style.typed ? ': boolean' : ''}) => (show ? ${modal}.open() : ${modal}.close())`,
  }
}

/** The visitor's own mode is the kit's unless said. */
function modeOptions(value: Value): FoyerOptions | undefined {
  const mode = stringOf(value)
  if (mode === 'auto') return none
  return mode === 'light' || mode === 'dark' ? { themeMode: ({ style }) => printed(style, mode) } : undefined
}

function flag(value: Value, option: string): FoyerOptions | undefined {
  const on = booleanOf(value)
  if (on === undefined) return undefined
  return on ? { [option]: () => 'true' } : none
}
