import { isOpenable, UnsafeLinkError } from '../links/walletLink.js'
import { type PageWindow, userAgentOf } from './browser.js'

/** Also an iPad that calls itself a Mac: no Mac has a screen to touch. */
export function isIos(page: PageWindow = globalThis): boolean {
  const { maxTouchPoints = 0 } = page.navigator ?? {}
  return /iPhone|iPad|iPod/i.test(userAgentOf(page)) || (/Macintosh/.test(userAgentOf(page)) && maxTouchPoints > 1)
}

/** Is the page shown on an Android device, by what its browser says of itself? */
export const isAndroid = (page: PageWindow = globalThis): boolean => /Android/i.test(userAgentOf(page))

/** Safari itself: others carry its name beside their own. */
export const isSafari = (page: PageWindow = globalThis): boolean =>
  /Safari\//.test(userAgentOf(page)) && !/Chrom|Android|CriOS|FxiOS|EdgiOS|EdgA|OPiOS|OPT\//.test(userAgentOf(page))

/** The page stands within another one. */
export const isInFrame = (page: PageWindow = globalThis): boolean => page.self !== page.top

/** Telegram, and Safari on iOS: a pairing that still counts is used again, as a wallet may only be opened in the very moment of a press. */
export const reusesPairing = (page: PageWindow = globalThis): boolean =>
  isTelegram(page) || (isIos(page) && isSafari(page))

/** The page is a mini app within Telegram, by what Telegram puts into its window. */
export const isTelegram = (page: PageWindow = globalThis): boolean =>
  ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in page)

export type LinkTarget = '_self' | '_top' | '_blank'

/**
 * Returns where a wallet's link opens: on a phone in the place of the page, or of the page around its frame; a wallet on the web or on the
 * desktop, and any out of Telegram, in a new window.
 */
export function linkTarget({
  platform,
  page = globalThis,
}: {
  readonly platform: 'mobile' | 'desktop' | 'web'
  readonly page?: PageWindow | undefined
}): LinkTarget {
  if (platform !== 'mobile' || isTelegram(page)) return '_blank'
  return isInFrame(page) ? '_top' : '_self'
}

export interface OpenLinkParameters {
  /** As `walletLink` or `chooseWallet` made it. */
  readonly link: string
  readonly target: LinkTarget
  readonly page?: PageWindow | undefined
}

/**
 * Opens a link that leads out of the page; what is opened can't reach back. Out of Telegram a web address goes by Telegram's own way.
 *
 * @throws UnsafeLinkError for what isn't an application's scheme or a web address [F29]
 * @example openLink({ link: redirect, target: linkTarget({ platform: 'mobile' }) })
 */
export function openLink({ link, target, page = globalThis }: OpenLinkParameters): void {
  if (!isOpenable(link)) throw new UnsafeLinkError({ fault: 'scheme' })
  const way = /^https:\/\/t\.me\//.test(link) ? 'openTelegramLink' : 'openLink'
  const telegram = /^https:/.test(link) ? telegramWay({ page, way }) : undefined
  if (telegram) telegram(link)
  else page.open?.(link, isTelegram(page) ? '_blank' : target, 'noreferrer noopener')
}

/** A function of Telegram's own, where its script is in the page. */
function telegramWay({ page, way }: { readonly page: PageWindow; readonly way: string }) {
  const app: unknown = Reflect.get(Object(Reflect.get(page, 'Telegram')), 'WebApp')
  const found: unknown = Reflect.get(Object(app), way)
  return typeof found === 'function' ? (link: string): void => void Reflect.apply(found, app, [link]) : undefined
}
