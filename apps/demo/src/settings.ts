import type { NetworkId } from '@foyer/core'

/** A token of a local chain, as the page shows it. */
export interface DemoToken {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly address: string
}

/** A local chain. */
export interface DemoChain {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly tokens: readonly DemoToken[]
}

/** A local network of another family than EVM. */
export interface DemoNetwork {
  /** CAIP-2. */
  readonly caipNetworkId: NetworkId
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly url: string
  /** The constants of a chain of Cosmos. */
  readonly cosmos?: { readonly prefix: string; readonly denom: string; readonly gasPrice: string } | undefined
}

/** A wallet that the demo lists by itself, in the directory's words. */
export interface DemoWallet {
  readonly id: string
  readonly name: string
  readonly homepage?: string | undefined
  readonly image_url?: string | undefined
  readonly mobile_link?: string | undefined
  readonly webapp_link?: string | undefined
}

/** The languages that a visitor can choose. */
export const offeredLocales = ['en', 'de', 'es', 'zh', 'ar'] as const

/** Those, and the one that shows what isn't translated yet. */
export const demoLocales = [...offeredLocales, 'pseudo'] as const

export type DemoLocale = (typeof demoLocales)[number]

export const demoThemes = ['system', 'light', 'dark'] as const

/** Light, dark, or what the visitor's system says. */
export type DemoTheme = (typeof demoThemes)[number]

export const demoPages = ['home', 'look'] as const

/** The settings that the server writes into the page. */
export interface DemoSettings {
  /** The one of the pages that one program draws. */
  readonly page: (typeof demoPages)[number]
  /** The server's origin. */
  readonly api: string
  /** The origin of the embedded wallet's page. */
  readonly secureOrigin: string
  /** The relay at which the kit and wallets on other devices meet. */
  readonly relay: string
  readonly projectId: string
  readonly chains: readonly DemoChain[]
  /** Solana's and Bitcoin's; of every family, where the visitor chose that. */
  readonly networks: readonly DemoNetwork[]
  readonly customWallets: readonly DemoWallet[]
  readonly locale: DemoLocale
  readonly theme: DemoTheme
  /** Shows the modal in the page instead of above it. */
  readonly embedded: boolean
  readonly analytics: boolean
  /** Visitors sign in with the account that they connect. */
  readonly signIn: boolean
  /** Shows the kit with every chain family; else with EVM, Solana and Bitcoin. */
  readonly families: boolean
}

/** Each language in its own words. */
export const localeNames: Readonly<Record<DemoLocale, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  zh: '中文',
  ar: 'العربية',
  pseudo: 'Þšéüðö',
}

/** The choices that stand in the page's own address. */
export function choicesOf(
  query: URLSearchParams,
): Pick<DemoSettings, 'embedded' | 'analytics' | 'signIn' | 'families'> {
  return {
    embedded: query.has('embedded'),
    analytics: query.has('analytics'),
    signIn: query.has('signin'),
    families: query.has('families'),
  }
}

/** The same page in a language, with its other choices. */
export function hrefIn({
  locale,
  page,
  embedded,
  analytics,
  signIn,
  families,
}: Pick<DemoSettings, 'locale' | 'page' | 'embedded' | 'analytics' | 'signIn' | 'families'>): string {
  const chosen = Object.entries({ embedded: embedded && page === 'home', analytics, signin: signIn, families }).filter(
    ([, isChosen]) => isChosen,
  )
  const query = [`locale=${locale}`, ...chosen.map(([name]) => name)].join('&')
  return `${page === 'home' ? '/' : `/${page}`}?${query}`
}
