import type { ConnectorEntry } from '../connector/connector.js'
import { isMobile } from '../platform/isMobile.js'
import { isInstalled, type ListedWallet } from './listedWallet.js'

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
