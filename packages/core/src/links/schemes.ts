/** What a listing, or a host, says of where a wallet is. */
export interface WalletLinks {
  readonly mobile_link?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  readonly link_mode?: string | null | undefined
}

/**
 * Schemes that are no application's own: they run scripts, read files, start whatever a text says, or belong to the browser, the mail and the
 * telephone. No list makes them a wallet's.
 */
const neverWallets: ReadonlySet<string> = new Set([
  'about',
  'android-app',
  'blob',
  'chrome',
  'chrome-extension',
  'content',
  'data',
  'file',
  'filesystem',
  'ftp',
  'http',
  'intent',
  'itms-apps',
  'itms-services',
  'javascript',
  'livescript',
  'mailto',
  'market',
  'ms-msdt',
  'ms-settings',
  'resource',
  'search-ms',
  'sms',
  'tel',
  'vbscript',
  'view-source',
  'wc',
  'ws',
  'wss',
])

const nativePattern = /^([a-z][a-z0-9+.-]{1,63}):\/\//

/** The scheme of a link of an application's own, in lower case; undefined for anything else. */
export function nativeScheme(link: string): string | undefined {
  const [, scheme] = nativePattern.exec(link.toLowerCase()) ?? []
  return scheme === undefined || scheme === 'https' || neverWallets.has(scheme) ? undefined : scheme
}

/** The schemes of the wallets of a listing: those that links may be opened with. */
export function listedSchemes(wallets: readonly WalletLinks[]): ReadonlySet<string> {
  const links = wallets.flatMap(({ mobile_link, desktop_link }) => [mobile_link, desktop_link])
  return new Set(links.flatMap((link) => (link ? (nativeScheme(withSlashes(link)) ?? []) : [])))
}

/** A bare name (`metamask`, `metamask:`) made a link. */
export const withSlashes = (link: string): string => (link.includes('://') ? link : `${link.replace(/[/:]/g, '')}://`)

/** Whether a whole link may be opened: an address of the web, or a scheme that can be an application's. */
export const isOpenable = (link: string): boolean =>
  /^[\x21-\x7e]+$/.test(link) && !/#intent;/i.test(link) && (isWebAddress(link) || nativeScheme(link) !== undefined)

/** `https`, or a page of this very machine, without a name and password before its host. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text)) return false
  try {
    const { protocol, hostname, username, password } = new URL(text)
    const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname)
    return (protocol === 'https:' || isLocal) && username === '' && password === ''
  } catch {
    // Not an address: that is what was asked.
    return false
  }
}
