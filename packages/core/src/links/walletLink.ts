import { failure } from '../errors/failure.js'

/** A wallet's links, as a listing or a host gives them. */
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

/** A link that opens a wallet, and the wallet's own address without what is handed over, as it is remembered. */
export interface WalletLink {
  readonly redirect: string
  readonly href: string
}

export interface WalletLinkParameters {
  /** As a listing has it: an application's own scheme, or an address of the web. */
  readonly link: string
  /** The pairing URI. */
  readonly uri: string
  /** The schemes that may be opened: see `listedSchemes`. */
  readonly schemes: ReadonlySet<string>
  /** Telegram on Android decodes what it opens once more: the URI is encoded twice then, for an application's own scheme. */
  readonly isTelegramOnAndroid?: boolean | undefined
}

/**
 * Joins a wallet's link and a pairing URI.
 *
 * @throws {@link UnsafeLinkError} for a scheme that isn't listed, and for what can't be a wallet's link
 * @see F29
 * @example
 * walletLink({ link: 'metamask://', uri: 'wc:…', schemes }).redirect // 'metamask://wc?uri=wc%3A…'
 * walletLink({ link: 'https://metamask.app.link', uri, schemes }).redirect // 'https://metamask.app.link/wc?uri=wc%3A…'
 */
export function walletLink({ link, uri, schemes, isTelegramOnAndroid = false }: WalletLinkParameters): WalletLink {
  const base = safeBase({ link, schemes })
  const isNative = nativeScheme(base) !== undefined
  const once = encodeURIComponent(uri)
  return {
    redirect: `${base}wc?uri=${isNative && isTelegramOnAndroid ? encodeURIComponent(once) : once}`,
    href: base,
  }
}

/** The link with one slash at its end, if it may be opened at all. */
export function safeBase({ link, schemes }: { readonly link: string; readonly schemes: ReadonlySet<string> }): string {
  // Browsers drop tabs and line ends in addresses, so that a scheme could be put together from what looks harmless.
  if (!/^[\x21-\x7e]{1,2048}$/.test(link) || /[\\<>"`]|#intent;/i.test(link))
    throw new UnsafeLinkError({ fault: 'malformed' })
  const base = withSlashes(link).replace(/([^/])$/, '$1/')
  if (isWebAddress(base)) return base
  const scheme = nativeScheme(base)
  if (scheme === undefined || !schemes.has(scheme)) throw new UnsafeLinkError({ fault: 'scheme' })
  return base
}

/** The fault of a link: not one at all, a scheme that isn't listed, or something hidden in it. */
export type LinkFault = 'malformed' | 'scheme'

/** A link to a wallet isn't opened. The error leaves the link out, as a pairing may be in it. */
export class UnsafeLinkError extends /* @__PURE__ */ failure('unsafe_link', {
  text: ({ fault }: { fault: LinkFault }) =>
    fault === 'scheme'
      ? 'The link’s scheme isn’t one of a listed wallet, so it isn’t opened.'
      : 'The link is malformed, so it isn’t opened.',
}) {}
