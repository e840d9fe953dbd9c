import { FoyerError } from '../errors/FoyerError.js'
import { isWebAddress, nativeScheme, withSlashes } from './schemes.js'

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

/** What is wrong with a link: not one at all, a scheme that isn't listed, or something hidden in it. */
export type LinkFault = 'malformed' | 'scheme'

/** A link to a wallet isn't opened. The error leaves the link out, as a pairing may be in it. */
export class UnsafeLinkError extends FoyerError {
  override readonly name = 'UnsafeLinkError'
  readonly code = 'unsafe_link'

  constructor({ fault }: { readonly fault: LinkFault }) {
    super(
      fault === 'scheme'
        ? 'The link’s scheme isn’t one of a listed wallet, so it isn’t opened.'
        : 'The link is malformed, so it isn’t opened.',
      { facts: { fault } },
    )
  }
}
