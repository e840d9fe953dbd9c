import type { ConnectorEntry } from '../connector/connector.js'
import type { WalletLinks } from '../links/walletLink.js'
import { isMobile } from '../platform/browser.js'
import { connectorWalletIds } from '../wire/connectorWalletIds.js'
import type { InjectedWallet } from '../wire/wallet.js'

/** A wallet of any list: the directory's [S3.1], the host's own, or one that was used before. What isn't known is absent or null. */
export interface ListedWallet extends WalletLinks {
  /** The directory's, or the one the host gave it. */
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  /** Names its picture in the directory. */
  readonly image_id?: string | undefined
  /** Where its picture is. */
  readonly image_url?: string | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly homepage?: string | undefined
  /** CAIP-2. */
  readonly chains?: readonly string[] | undefined
  readonly badge_type?: 'none' | 'certified' | undefined
  /** What it can be known by in a page. */
  readonly injected?: readonly InjectedWallet[] | null | undefined
}

/** Is a wallet among the excluded: by directory id, connector id or rdns exactly, by name whatever its case [S6.8]? */
export function isExcluded(
  { id, name, rdns }: { readonly id: string; readonly name: string; readonly rdns?: string | null | undefined },
  excluded: readonly string[],
): boolean {
  return excluded.some((each) => each === id || each === rdns || each.toLowerCase() === name.toLowerCase())
}

/** The wallets of the directory that connectors are known to be: by the name that they announce, or by their id where code brought them. */
const known: Readonly<Record<string, keyof typeof connectorWalletIds>> = {
  MetaMask: 'metamask',
  'Trust Wallet': 'trust',
  Solflare: 'solflare',
  Phantom: 'phantom',
  Coin98: 'coin98',
  'Magic Eden': 'magic-eden',
  Backpack: 'backpack',
  'Bitget Wallet': 'bitget',
  Frontier: 'frontier',
  'Xverse Wallet': 'xverse',
  Leather: 'leather',
  coinbaseWallet: 'coinbase',
  coinbaseWalletSDK: 'coinbase',
  safe: 'safe',
  ledger: 'ledger',
  okx: 'okx',
}

/** A connector's id in the directory; undefined where none is known. */
export function explorerIdOf({ id, name }: Pick<ConnectorEntry, 'id' | 'name'>): string | undefined {
  const key = [id, name].find((each) => Object.hasOwn(known, each))
  const button = key === undefined ? undefined : known[key]
  return button && connectorWalletIds[button]
}

/** Whether a connector is a wallet of the directory: by its id there, or by its rdns. */
export function isConnectorOf(
  connector: Pick<ConnectorEntry, 'id' | 'name' | 'rdns'>,
  { id, rdns }: { readonly id: string; readonly rdns?: string | null | undefined },
): boolean {
  return explorerIdOf(connector) === id || (!!rdns && connector.rdns === rdns)
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
