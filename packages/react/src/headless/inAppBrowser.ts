import type { SocialProvider } from '@foyer/core'

/** The parts of a page that describe its browser. */
export interface BrowserPage {
  readonly navigator: Pick<Navigator, 'userAgent'> & { readonly standalone?: boolean | undefined }
  readonly location: Pick<Location, 'href'>
}

/** Applications that show pages by themselves, by what they add to their browser's name: Facebook's, and others. */
const facebooks = /\bFBA[NV]\/|\bFB_IAB\/|\bInstagram \d|\bBarcelona \d/
const others =
  /\bLine\/\d|\bmusical_ly|\bBytedanceWebview\/|\bTikTok |\bMicroMessenger\/|\bSnapchat[ /]|\bLinkedInApp\b|\[Pinterest\/|\bTwitterAndroid\b|Twitter for iPhone|\bKAKAOTALK\b|\bNAVER\(inapp|\bWeibo\b|__weibo__| QQ\/\d|\bWhatsApp\//
/** An Android application's own view of the web says so. */
const isAndroidView = (agent: string): boolean => /\bAndroid\b/.test(agent) && /; wv\)/.test(agent)
const isAppleView = (agent: string): boolean =>
  /\biP(?:hone|ad|od)\b/.test(agent) && /\bAppleWebKit\//.test(agent) && !/\bSafari\//.test(agent)

/**
 * Whether the page is shown within another application, and not by a browser. A page on the home screen of an iPhone calls itself the same and is none:
 * what leaves it goes to a browser.
 */
export const isInApp = ({ navigator: { userAgent, standalone } }: BrowserPage): boolean =>
  facebooks.test(userAgent) ||
  others.test(userAgent) ||
  isAndroidView(userAgent) ||
  (isAppleView(userAgent) && standalone !== true)

/**
 * Whether a provider lets no one log in there: Google refuses every application's view of the web (`disallowed_useragent`), Facebook those of Android but its
 * own.
 * @see https://developers.google.com/identity/protocols/oauth2/policies#browsers
 * @see https://developers.facebook.com/blog/post/2021/06/28/deprecating-support-fb-login-authentication-android-embedded-browsers/
 */
export function isRefusedHere(provider: SocialProvider, page: BrowserPage): boolean {
  const { userAgent } = page.navigator
  if (provider === 'google') return isInApp(page)
  return provider === 'facebook' && /\bAndroid\b/.test(userAgent) && isInApp(page) && !facebooks.test(userAgent)
}

/** By what this page is opened in the system's own browser; undefined where nothing but copying its address does that. */
export function outsideLink({ navigator: { userAgent }, location: { href } }: BrowserPage): string | undefined {
  const url = new URL(href)
  const scheme = url.protocol.slice(0, -1)
  if (scheme !== 'https' && scheme !== 'http') return undefined
  if (/\bAndroid\b/.test(userAgent)) {
    // What follows the # is the intent's own.
    const fallback = encodeURIComponent(href)
    return `intent://${url.host}${url.pathname}${url.search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${fallback};end`
  }
  return /\biP(hone|ad|od)\b/.test(userAgent) ? `x-safari-${href}` : undefined
}
