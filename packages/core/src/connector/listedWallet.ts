import type { WalletLinks } from '../links/walletLink.js'
import { isMobile } from '../platform/browser.js'
import type { InjectedWallet } from '../wire/wallet.js'
import type { ConnectorEntry } from './connector.js'

/** A wallet of any list: the directory's [S3.1], the host's own, or one that was used before. What isn't known is absent or null. */
export interface ListedWallet extends WalletLinks {
  /** The directory's, or the one the host gave it. */
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  /** Names its picture in the directory. */
  readonly image_id?: string | undefined
  /** The picture's URL. */
  readonly image_url?: string | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly homepage?: string | undefined
  /** CAIP-2. */
  readonly chains?: readonly string[] | undefined
  readonly badge_type?: 'none' | 'certified' | undefined
  /** The names by which it is recognized in a page. */
  readonly injected?: readonly InjectedWallet[] | null | undefined
}

/** Is a wallet among the excluded: by directory id, connector id or rdns exactly, by name whatever its case [S6.8]? */
export function isExcluded(
  { id, name, rdns }: { readonly id: string; readonly name: string; readonly rdns?: string | null | undefined },
  excluded: readonly string[],
): boolean {
  return excluded.some((each) => each === id || each === rdns || each.toLowerCase() === name.toLowerCase())
}

/**
 * The wallets of the directory that connectors are known to be, by the name that they announce, or by their id where code brought them: how their ids
 * begin, which distinguishes them as well as the whole.
 */
const known: Readonly<Record<string, string>> = {
  MetaMask: 'c57ca95b47569778',
  'Trust Wallet': '4622a2b2d6af1c98',
  Solflare: '1ca0bdd474757870',
  Phantom: 'a797aa35c0fadbfc',
  Coin98: '2a3c89040ac3b723',
  'Magic Eden': '8b830a2b724a9c3f',
  Backpack: '2bd8c14e035c2d48',
  'Bitget Wallet': '38f5d18bd8522c24',
  Frontier: '85db431492aa2e86',
  'Xverse Wallet': '2a87d74ae02e10bd',
  Leather: '483afe1df1df63da',
  coinbaseWallet: 'fd20dc426fb37566',
  coinbaseWalletSDK: 'fd20dc426fb37566',
  safe: '225affb176778569',
  ledger: '19177a98252e07dd',
  okx: '971e689d0a5be527',
}

function beginningOf({ id, name }: Pick<ConnectorEntry, 'id' | 'name'>): string | undefined {
  const key = [id, name].find((each) => Object.hasOwn(known, each))
  return key && known[key]
}

/** Whether a connector is a wallet of the directory: by its id there, or by its rdns. */
export function isConnectorOf(
  connector: Pick<ConnectorEntry, 'id' | 'name' | 'rdns'>,
  { id, rdns }: { readonly id: string; readonly rdns?: string | null | undefined },
): boolean {
  const beginning = beginningOf(connector)
  return (!!beginning && id.startsWith(beginning)) || (!!rdns && connector.rdns === rdns)
}

const inPage: ReadonlySet<string> = new Set(['INJECTED', 'ANNOUNCED', 'MULTI_CHAIN'])

/** The connector by which a wallet is in the page: by its rdns, its id in the directory, or by its name if it is one for browsers. */
export function installedAs(wallet: ListedWallet, connectors: readonly ConnectorEntry[]): ConnectorEntry | undefined {
  const name = wallet.injected?.length ? wallet.name.toLowerCase() : undefined
  return connectors.find(
    (connector) =>
      inPage.has(connector.type) && (isConnectorOf(connector, wallet) || connector.name.toLowerCase() === name),
  )
}

/** Is a wallet of the list among those that are in the page? */
export const isInstalled = (wallet: ListedWallet, connectors: readonly ConnectorEntry[]): boolean =>
  installedAs(wallet, connectors) !== undefined

/** Wallets that are here come first; else the order stays. */
export function installedFirst<W extends ListedWallet>(
  wallets: readonly W[],
  connectors: readonly ConnectorEntry[],
): W[] {
  const here = new Set(wallets.filter((wallet) => isInstalled(wallet, connectors)))
  return [...here, ...wallets.filter((wallet) => !here.has(wallet))]
}

/** A way by which a wallet can be reached; `unsupported` is one for the browser that isn't here. */
export type WalletPlatform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

export interface WalletPlatformsParameters {
  /** None: any that scans a code. */
  readonly wallet?: ListedWallet | undefined
  readonly connectors: readonly ConnectorEntry[]
  /** A phone or tablet. */
  readonly mobile: boolean
  /** Without adapters the kit speaks with no wallet in the page. */
  readonly hasAdapters: boolean
}

/** The ways by which a wallet can be reached from here; the first is taken. */
export function walletPlatforms({
  wallet,
  connectors,
  mobile,
  hasAdapters,
}: WalletPlatformsParameters): readonly WalletPlatform[] {
  if (!wallet) return ['qrcode']
  const { mobile_link, webapp_link, desktop_link } = wallet
  const forBrowser = hasAdapters && isForBrowser(wallet)
  const installed = isInstalled(wallet, connectors)
  const ways: readonly (readonly [WalletPlatform, unknown])[] = [
    ['browser', forBrowser && installed],
    // A page of the web is no app: a code would be for a phone that has none.
    [mobile ? 'mobile' : 'qrcode', mobile_link !== webapp_link && mobile_link],
    ['web', webapp_link],
    ['desktop', desktop_link && !mobile],
    ['unsupported', forBrowser && !installed],
  ]
  const found = ways.flatMap(([way, open]) => (open ? [way] : []))
  // A wallet of which nothing is known may still scan.
  return found.length > 0 ? found : ['qrcode']
}

const isForBrowser = ({ rdns, injected }: ListedWallet) =>
  !!rdns || (injected ?? []).some(({ injected_id }) => injected_id)

/** A wallet's own browser: on a phone only there a wallet is in the page, and no other is to scan a code. */
export function isInAppBrowser(
  { connectors }: { readonly connectors: readonly ConnectorEntry[] },
  mobile: boolean = isMobile(),
): boolean {
  return mobile && connectors.some(({ type }) => type === 'INJECTED' || type === 'ANNOUNCED')
}

// Controls, direction marks and letters without a width: with them a name from outside could pose as another, or turn its line around.
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** A name from outside, as it may be shown [F14]. */
export function shownName(name: string): string {
  return name.replace(unseen, '').trim()
}
