import { type PageWindow, userAgentOf } from './isMobile.js'

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
