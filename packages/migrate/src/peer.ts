import type { ImportedName } from './importedNames.js'
import type { Style } from './source.js'
import type { Given, Value } from './value.js'

/** An option of `createFoyer`, by its key. */
export type FoyerOptions = Readonly<Record<string, (context: OptionContext) => string>>

/** Where the kit is made. */
export interface OptionContext {
  readonly style: Style
  /** The name of wagmi's config. */
  readonly config: string
  /** Has the file import it too. */
  readonly nameOf: (of: ImportedName) => string
}

/** One function or fact that a hook of the peer's answers with, in the kit's words. */
export type HookPart =
  | { readonly kind: 'open' }
  /** The code of a function; `modal` is what `useFoyer` answered with. */
  | { readonly kind: 'function'; readonly code: (context: { readonly modal: string; readonly style: Style }) => string }

/** The kit's style sheet. */
export const sheet = '@foyer/react/style.css'

/** A kit that can be moved: its parts, and what they become. Whatever isn't named here is left. */
export interface Peer {
  readonly title: string
  readonly package: string
  /** The beginning of the names of its package and of its satellites. */
  readonly scope: string
  /** Other packages that stand on it, such as a sign-in: none is moved, and none loses what it needs. */
  readonly satellites: RegExp
  /** Entries of the peer's that another module takes the place of, as its style sheet. */
  readonly modules: Readonly<Record<string, string>>
  /** The page that says how the rest is moved, from the repository's root. */
  readonly guide: string
  readonly provider: string
  /** The provider by which a page signs its visitors in. */
  readonly signIn: string
  /** Props of the provider that are objects, of which each key is taken by itself: `options.language`. */
  readonly nested: readonly string[]
  /**
   * The kit's options for each prop of the provider: none where the kit needs nothing, undefined where its value isn't
   * understood.
   */
  readonly providerProps: Readonly<Record<string, (value: Value) => FoyerOptions | undefined>>
  /** Props that say what the dapp is called. */
  readonly providerMetadata: Readonly<Record<string, keyof DappMetadata>>
  /** The remedy by hand for a prop of the provider, or an option of a config, that is left. */
  readonly words: Readonly<Record<string, string>>
  readonly button: string
  /** The button's props for each prop of the peer's, by their text. */
  readonly buttonProps: Readonly<Record<string, (given: Given, style: Style) => ButtonProps | undefined>>
  /** Does its `Custom` hand a function what RainbowKit's does? Otherwise such a button is left. */
  readonly customButton: boolean
  /** Each hook, by the parts that it answers with. */
  readonly hooks: Readonly<Record<string, Readonly<Record<string, HookPart>>>>
  readonly config: PeerConfig
}

/** Props of the kit's button, by their text. */
export type ButtonProps = Readonly<Record<string, string>>

/** The peer's way to make a config of wagmi's. */
export interface PeerConfig {
  readonly function: string
  /** Is it wagmi's own `createConfig` that makes a config of what it answers with? */
  readonly wrapped: boolean
  /** The key of the relay's project id. */
  readonly projectId: string
  /** The key of what else WalletConnect is given, where there is one. */
  readonly relay?: string | undefined
  /** The function that makes connectors of wagmi's of groups of wallets, where there is one. */
  readonly connectors?: string | undefined
  /** The key of the wallets that are shown, and where their names are from; what they become. */
  readonly wallets?:
    | { readonly key: string; readonly from: string; readonly options: (value: Value) => WalletsReading }
    | undefined
  /** Keys that mean nothing here where they have this value. */
  readonly needless?: Readonly<Record<string, boolean>> | undefined
  /** Keys that wagmi's own `createConfig` knows as well. */
  readonly kept: readonly string[]
}

/** The options for wallets, and those wallets that have no known word here, with what is to be written for each. */
export interface WalletsReading {
  readonly options: FoyerOptions
  readonly left: readonly { readonly value: Value; readonly name?: string | undefined; readonly write: string }[]
}

/** A dapp's metadata: plain text, or code that means the same where the kit is made. */
export interface DappMetadata {
  readonly name?: MetadataValue
  readonly description?: MetadataValue
  readonly url?: MetadataValue
  readonly icons?: MetadataValue
}

export type MetadataValue = string | { readonly code: string }

/** Where the kit needs no option. */
export const none: FoyerOptions = {}

/** The options that both peers hand on to wagmi's `createConfig`, which knows them by the same names. */
export const wagmiOptions: readonly string[] = [
  'chains',
  'transports',
  'ssr',
  'storage',
  'batch',
  'cacheTime',
  'pollingInterval',
  'multiInjectedProviderDiscovery',
  'syncConnectedChain',
]
