import { type FoyerOptions, type HookPart, none, type Peer, wagmiOptions } from './peer.js'
import { balanceWord, firstNetwork, opens } from './rainbowkit.js'
import { booleanOf, printed, stringOf, type Value } from './value.js'

/** ConnectKit 1. */
export const connectKit: Peer = {
  title: 'ConnectKit',
  package: 'connectkit',
  modules: {},
  guide: 'docs/moving/connectkit.md',
  provider: 'ConnectKitProvider',
  signIn: 'SIWEProvider',
  providerProps: {
    theme: (value) => (stringOf(value) === 'auto' ? none : undefined),
    mode: modeOptions,
    debugMode: (value) => flag(value, 'debug'),
    options: optionsOf,
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
    kept: [...wagmiOptions, 'client'],
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

/** Of the provider's `options`: what the kit needs no word for. */
const needless: ReadonlySet<string> = new Set([
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
])

const optionReaders: Readonly<Record<string, (value: Value) => FoyerOptions | undefined>> = {
  language: (value) => (stringOf(value) === 'en-US' ? none : undefined),
  initialChainId: firstNetwork,
  enforceSupportedChains: (value) => {
    const enforced = booleanOf(value)
    return enforced === undefined ? undefined : enforced ? none : { allowUnsupportedChain: () => 'true' }
  },
}

function optionsOf(value: Value): FoyerOptions | undefined {
  if (value.kind !== 'object') return undefined
  const all: Record<string, FoyerOptions[string]> = {}
  for (const [key, each] of Object.entries(value.entries)) {
    const read = needless.has(key) ? none : optionReaders[key]?.(each)
    if (!read) return undefined
    Object.assign(all, read)
  }
  return all
}
