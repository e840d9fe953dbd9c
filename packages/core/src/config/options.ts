import { english, type Locale } from '../catalogue/locales.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Clock } from '../clock/clock.js'
import type { AccountType, Adapter, Connector, Metadata, NonEmpty } from '../connector/connector.js'
import { type Network, type NetworkInput, toNetwork } from '../networks/network.js'
import type { Siwx } from '../siwx/siwx.js'
import type { KeyValueStorage } from '../storage/persistence.js'
import type { ThemeMode, ThemePalette, ThemeVariables } from '../themes/theme.js'
import type { FamilyWords } from '../words/reader.js'
import type { SiwxFactory } from './siwxHost.js'

export type { ThemeMode, ThemePalette, ThemeVariables }

/** How the connect view groups its rows [S3.4]. */
export type ConnectorOrderType =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

export type ConnectMethod = 'email' | 'social' | 'wallet'

/** The presence of the row that leads to all wallets: always, never, or on phones and tablets alone. */
export type AllWalletsOption = 'SHOW' | 'HIDE' | 'ONLY_MOBILE'

export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

/** The features that are switched on [S1.8 S1.9 S2.19]. */
export interface Features {
  /** Sends events to the operator's server; off unless the host turns it on. */
  readonly analytics: boolean
  /** Has the visitor agree to the host's terms before anything can be chosen, where their address is given; off unless the host turns it on. */
  readonly legalCheckbox?: boolean | undefined
  /** Undefined: email, social, wallet; wallet first where one is in the page [S2.19 S2.20]. */
  readonly connectMethodsOrder?: readonly ConnectMethod[] | undefined
  /** The groups that come first; the others follow in their usual order [S3.4]. */
  readonly connectorTypeOrder: readonly ConnectorOrderType[]
  /** The order of the account’s buttons, of which those that aren't named are left out; buy, swap, receive, send unless said. */
  readonly walletFeaturesOrder?: readonly WalletFeature[] | undefined
}

/** A wallet that the host adds to the list by itself. */
export interface CustomWallet {
  readonly id: string
  readonly name: string
  readonly homepage?: string | undefined
  readonly image_url?: string | undefined
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  readonly chrome_store?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly rdns?: string | undefined
}

/** A network's own JSON-RPC address, tried before any other. */
export interface CustomRpcUrl {
  readonly url: string
}

/** A feature of a package beside the kit, as `defineFeature` of `@foyer/core/feature` makes it. */
export interface CustomFeature {
  /** The option of `features` that switches it on. */
  readonly option?: string | undefined
}

/** The options of {@link createFoyer}. A wrong one is reported while developing, and counts as left out. */
export interface FoyerOptions<Networks extends NonEmpty<NetworkInput> = NonEmpty<NetworkInput>> {
  /** The dapp's id at the operator's server [S5.1]. */
  readonly projectId: string
  /** The networks that your dapp works on, of `@foyer/core/networks` or viem; at least one. */
  readonly networks: Networks
  /** One a chain family: `evm()`. */
  readonly adapters?: readonly Adapter[] | undefined
  /** Ways to a wallet beside those found in the page. */
  readonly connectors?: readonly Connector[] | undefined
  /** The initial network of a visitor who has none from an earlier visit; the first of `networks` by default. */
  readonly defaultNetwork?: NetworkInput | undefined
  /**
   * Which kind the account of a login is, by family, until its visitor chooses another: `{ eip155: 'eoa' }` for that of a key alone. Unless said it is a smart
   * account on the networks on which the login has those, else an `eoa` [S6.2].
   */
  readonly defaultAccountTypes?: Partial<Readonly<Record<Family, AccountType>>> | undefined
  /** Your dapp's description for wallets and the server: name, description, address, icons. What is left out is read from the page. */
  readonly metadata?: Partial<Metadata> | undefined
  /** The operator's server, an origin. Without one the kit calls only wallets and the networks' own RPC. */
  readonly api?: string | undefined
  /** The origin of the operator's secure site, where a login's wallet runs; `secure.` before the host of `api` unless said. */
  readonly secureOrigin?: string | undefined
  /** The features that the modal offers after connecting, by name. One that is off is never fetched. */
  readonly features?: Partial<Features> | undefined
  /** Features of packages beside the kit: what `defineFeature` of `@foyer/core/feature` makes. */
  readonly customFeatures?: readonly CustomFeature[] | undefined
  /** Readers of requests for `features.preview`: `words: [evmWords()]`, of `@foyer/evm/words`, and so of the other families. Without it only transfers are read, and the rest is shown as not known. */
  readonly words?: readonly FamilyWords[] | undefined
  /** Light or dark; as the visitor’s system says unless given. */
  readonly themeMode?: ThemeMode | undefined
  /** The look: font, accent, roundness and the like, by the names of the theme’s variables. */
  readonly themeVariables?: ThemeVariables | undefined
  /** English unless said: `locale: german`, of `@foyer/core/messages`. */
  readonly locale?: Locale | undefined
  /** Wallets that aren't offered, by directory id, connector id or rdns [S6.8]. */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Wallets of the directory that stand first, in this order, by directory id. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** The only wallets of the directory that are listed, by directory id; all unless said. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Wallets of your own choice that are listed beside those of the directory. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** The row that leads to all wallets; SHOW unless said. */
  readonly allWallets?: AllWalletsOption | undefined
  /** Nodes of your own by network (CAIP-2, such as `eip155:1`), asked before the network’s own addresses. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined
  /** Pings a network's addresses while they are used, and calls the best first [S9.38]; false by default, which keeps their order. */
  readonly rank?: boolean | undefined
  /** Pictures of networks by their chain id, in the place of the kit’s. */
  readonly chainImages?: Readonly<Record<string, string>> | undefined
  /** Pictures of wallets by their connector’s id, in the place of their own. */
  readonly connectorImages?: Readonly<Record<string, string>> | undefined
  /**
   * The picture of an account, in the place of the one that its name has and of the one drawn of its address: an `https:` or `data:` address; undefined for the usual one.
   * @example avatar: ({ address }) => `https://example.com/avatars/${address}.png`
   */
  readonly avatar?: ((account: { readonly address: string; readonly family: Family }) => string | undefined) | undefined
  /** The page of your terms of service: linked below the ways to connect. */
  readonly termsConditionsUrl?: string | undefined
  /** The page of your privacy policy: linked below the ways to connect. */
  readonly privacyPolicyUrl?: string | undefined
  /** Text for a visitor to read before connecting, in your words: stands below the ways to connect. */
  readonly disclaimer?: string | undefined
  /** Offers wallets at all; true unless said. */
  readonly enableWallets?: boolean | undefined
  /** Offers the pairing of WalletConnect as a row of its own; true unless said. */
  readonly enableWalletConnect?: boolean | undefined
  /** Opens a wallet on a phone by the web address that it has claimed rather than by its own scheme; false unless said. */
  readonly experimental_preferUniversalLinks?: boolean | undefined
  /** Leads who has no wallet to one, where there is a login; true unless said. */
  readonly enableWalletGuide?: boolean | undefined
  /** Offers wallets that only sit in the page (`window.ethereum`); true unless said. */
  readonly enableInjected?: boolean | undefined
  /** Offers wallets that announce themselves (EIP-6963); true unless said. */
  readonly enableEIP6963?: boolean | undefined
  /** Lets the visitor change the network in the modal; true unless said. */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Shows the modal in the page instead of above it; false unless said. */
  readonly enableEmbedded?: boolean | undefined
  /** Leaves a visitor on a network that isn't configured; false unless said. */
  readonly allowUnsupportedChain?: boolean | undefined
  /** The host handles pairing itself [S2.11]; false unless said. */
  readonly manualWCControl?: boolean | undefined
  /**
   * Has visitors sign in with the account that they connect, on any chain: `localSiwx()` or `serverSiwx()` of `@foyer/core/signin`, or the host's own.
   * Not together with `siweConfig` [S5.2].
   */
  readonly siwx?: Siwx | SiwxFactory | undefined
  /** The older way, for Ethereum accounts alone: `createSiweConfig(…)` of `@foyer/core/signin`. */
  readonly siweConfig?: SiwxFactory | undefined
  /** Shows alerts in the modal; true unless said. They always go to the console and to `onError`. */
  readonly debug?: boolean | undefined
  /** Names the host's platform in the version that calls carry: `react` from the React package. */
  readonly platform?: string | undefined
  /** The storage of the visitor's choices; `localStorage` by default. */
  readonly storage?: KeyValueStorage | undefined
  /** The state that a server render knew, so that the first paint has it. */
  readonly initialState?: InitialState | undefined
  /** Time as the kit sees it; the system’s unless a test gives another. */
  readonly clock?: Clock | undefined
}

/** The options whose default is plain data. */
type Defaulted =
  | 'projectId'
  | 'excludeWalletIds'
  | 'customWallets'
  | 'enableWallets'
  | 'enableInjected'
  | 'enableEIP6963'
  | 'enableNetworkSwitch'
  | 'debug'
  | 'platform'

/** The options as the kit works with them. What is off or empty unless said stays as the host said it, as does what only later chunks read. */
export interface ResolvedOptions
  extends Omit<FoyerOptions, Defaulted | 'networks' | 'defaultNetwork' | 'features' | 'locale'>,
    Readonly<Required<Defined<Pick<FoyerOptions, Defaulted>>>> {
  /** None where the host gave none that can be used: such a kit says so, and connects to nothing. */
  readonly networks: readonly Network[]
  readonly defaultNetwork?: Network | undefined
  readonly features: Features
  readonly locale: Locale
}

/** The defaults of the features [S1.8 S1.9]. */
export const defaultFeatures: Features = {
  swaps: true,
  onramp: true,
  receive: true,
  send: true,
  email: true,
  history: true,
  pay: false,
  analytics: false,
  connectorTypeOrder: [],
}

/** The defaults of everything that is plain data; the rest is derived. */
export const defaultOptions: Pick<ResolvedOptions, Defaulted> = {
  projectId: '',
  excludeWalletIds: [],
  customWallets: [],
  enableWallets: true,
  enableInjected: true,
  enableEIP6963: true,
  enableNetworkSwitch: true,
  debug: true,
  platform: 'js',
}

/**
 * Fills in every default. What the host left out and what it set to undefined are the same. No option makes it throw: a page doesn't stay empty
 * because one of them is wrong. What is wrong is said by `checkOptions` while a dapp is developed.
 */
export function resolveOptions(options: GivenOptions): ResolvedOptions {
  const { api, defaultNetwork, features, locale, networks } = options
  return {
    ...defaultOptions,
    ...options,
    locale: locale?.button ? locale : english,
    networks: usable(networks, 'name').map(toNetwork),
    defaultNetwork: defaultNetwork && toNetwork(defaultNetwork),
    api: api && `${api}`.replace(/(?<!\/)\/+$/, ''),
    features: { ...defaultFeatures, ...given(features) },
  }
}

/** Returns the entries that were really given: a host may pass undefined for "as usual". */
export function given<T extends object>(partial: T | undefined): Defined<T> {
  const entries = { ...partial }
  dropUndefined(entries)
  return entries
}

/** Returns the usable entries of a list: those with its mark, by which a network, adapter or connector is known. One may stand without a list. */
export const usable = <T extends object, Mark extends keyof T>(
  list: readonly T[] | undefined,
  mark: Mark,
): readonly T[] => [list ?? []].flat().filter((each) => each?.[mark])

/** The options that the host gave. */
export type GivenOptions = Defined<FoyerOptions>

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function dropUndefined<T extends object>(entries: T): asserts entries is T & Defined<T> {
  for (const key in entries) if (entries[key] == null) delete entries[key]
}

/** A visitor's state in a server render, from a cookie. */
export interface InitialState {
  readonly networkId?: NetworkId | undefined
  /** The families whose connections will be restored in the browser: they render as connecting. */
  readonly restoring?: readonly Family[] | undefined
}
