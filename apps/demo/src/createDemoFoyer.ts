import { bitcoin } from '@foyer/bitcoin'
import { type Adapter, createFoyer, type Foyer, type NetworkId, type NetworkInput } from '@foyer/core'
import { families } from '@foyer/core/chain'
import { arabic, chinese, english, german, type Locale, pseudo, spanish } from '@foyer/core/messages'
import { localSiwx } from '@foyer/core/signin'
import { embedded as embeddedWallet } from '@foyer/embedded'
import { evm } from '@foyer/evm'
import { solana } from '@foyer/solana'
import { walletConnect } from '@foyer/walletconnect'
import icon from '../public/icon.svg?inline'
import type { DemoChain, DemoLocale, DemoNetwork, DemoSettings } from './settings.js'

const locales: Readonly<Record<DemoLocale, Locale>> = {
  en: english,
  de: german,
  es: spanish,
  zh: chinese,
  ar: arabic,
  pseudo,
}

/** The demo's kit; the same on the server and in the page. With the adapters of the other families, where the visitor chose them. */
export function createDemoFoyer(
  {
    api,
    secureOrigin,
    relay,
    projectId,
    chains,
    networks,
    customWallets,
    locale,
    theme,
    embedded,
    analytics,
    signIn,
  }: DemoSettings,
  otherFamilies: readonly Adapter[] = [],
): Foyer {
  const [first, ...others] = [...chains.map(evmNetwork), ...networks.map(networkOf)]
  if (!first) throw new Error('The demo was served without a chain.')
  return createFoyer({
    projectId,
    api,
    networks: [first, ...others],
    adapters: [evm(), solana(), bitcoin(), ...otherFamilies],
    secureOrigin,
    connectors: [
      walletConnect({ relayUrl: relay }),
      embeddedWallet({
        socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
        networks: servedByWallet({ chains, networks }),
      }),
    ],
    customWallets,
    platform: 'react',
    locale: locales[locale],
    themeMode: theme === 'system' ? undefined : theme,
    enableEmbedded: embedded,
    features: { analytics, pay: true },
    // In English everywhere: a statement is ASCII [EIP-4361].
    ...(signIn ? { siwx: localSiwx({ statement: 'Welcome to the demo.' }) } : {}),
    metadata: {
      name: 'Foyer demo',
      description: 'A dapp that shows everything the kit can do.',
      url: typeof window === 'undefined' ? '' : window.location.origin,
      // The picture itself as well: a wallet needn't ask this page for it before the visitor agrees.
      icons: typeof window === 'undefined' ? [] : [`${window.location.origin}/icon.svg`, icon],
    },
    termsConditionsUrl: '/terms',
    privacyPolicyUrl: '/privacy',
  })
}

/** The local networks that the local wallet's page serves beside the usual ones. */
const servedByWallet = ({ chains, networks }: Pick<DemoSettings, 'chains' | 'networks'>): readonly NetworkId[] => [
  ...chains.map(({ id }) => `eip155:${id}` as const),
  ...networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => id.startsWith('solana:')),
]

function networkOf({ url, cosmos: _, ...network }: DemoNetwork): NetworkInput {
  const [family, id = ''] = network.caipNetworkId.split(':')
  const chainNamespace = families.find((each) => each === family)
  return { ...network, chainNamespace, id, rpcUrls: { default: { http: [url] } } }
}

function evmNetwork({ id, name, url }: DemoChain): NetworkInput {
  return {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }
}
