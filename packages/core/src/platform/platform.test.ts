import { describe, expect, test, vi } from 'vitest'
import { UnsafeLinkError } from '../links/walletLink.js'
import { isMobile, type PageWindow } from './browser.js'
import { isAndroid, isInFrame, isIos, isSafari, isTelegram, linkTarget, openLink, reusesPairing } from './openLink.js'

const agents = {
  safariOnMac:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  safariOnIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  chromeOnIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/123.0 Mobile/15E148 Safari/604.1',
  chromeOnAndroid:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0 Mobile Safari/537.36',
  chromeOnWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0 Safari/537.36',
} as const

const page = (userAgent: string, more: object = {}): PageWindow => ({
  navigator: { userAgent },
  matchMedia: () => ({ matches: false }),
  ...more,
})
const telegram = (more: object = {}) => page(agents.chromeOnAndroid, { TelegramWebviewProxy: {}, ...more })

describe('what a browser is', () => {
  test.each([
    ['safariOnMac', { mobile: false, ios: false, android: false, safari: true }],
    ['safariOnIphone', { mobile: true, ios: true, android: false, safari: true }],
    ['chromeOnIphone', { mobile: true, ios: true, android: false, safari: false }],
    ['chromeOnAndroid', { mobile: true, ios: false, android: true, safari: false }],
    ['chromeOnWindows', { mobile: false, ios: false, android: false, safari: false }],
  ] as const)('%s: %o', (name, known) => {
    const window = page(agents[name])
    expect({
      mobile: isMobile(window),
      ios: isIos(window),
      android: isAndroid(window),
      safari: isSafari(window),
    }).toEqual(known)
  })

  test('a coarse pointer is a phone’s or a tablet’s, whatever the browser calls itself', () => {
    const matchMedia = (query: string) => ({ matches: query === '(pointer:coarse)' })
    expect(isMobile(page(agents.chromeOnWindows, { matchMedia }))).toBe(true)
  })

  test('a Mac with a screen to touch is an iPad', () => {
    const navigator = { userAgent: agents.safariOnMac, maxTouchPoints: 5 }
    expect(isIos({ navigator })).toBe(true)
  })

  test('a server is none of it', () => {
    for (const is of [isMobile, isIos, isAndroid, isSafari, isTelegram, isInFrame]) expect(is({})).toBe(false)
  })

  test.each(['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'])('%s is Telegram’s', (name) => {
    expect(isTelegram(page(agents.chromeOnAndroid, { [name]: {} }))).toBe(true)
  })

  test('a pairing is used again in Telegram and in Safari on iOS', () => {
    expect(reusesPairing(telegram())).toBe(true)
    expect(reusesPairing(page(agents.safariOnIphone))).toBe(true)
    expect(reusesPairing(page(agents.chromeOnIphone))).toBe(false)
    expect(reusesPairing(page(agents.safariOnMac))).toBe(false)
  })
})

describe('where a link is opened', () => {
  const framed = { self: 'frame', top: 'page' }
  test.each([
    ['a phone', 'mobile', page(agents.chromeOnAndroid), '_self'],
    ['a phone, in a frame', 'mobile', page(agents.chromeOnAndroid, framed), '_top'],
    ['a phone, in Telegram', 'mobile', telegram(), '_blank'],
    ['the desktop', 'desktop', page(agents.chromeOnWindows), '_blank'],
    ['the web', 'web', page(agents.chromeOnWindows, framed), '_blank'],
  ] as const)('%s', (_, platform, window, target) => {
    expect(linkTarget({ platform, page: window })).toBe(target)
  })

  test('in a window that can’t reach back', () => {
    const open = vi.fn()
    openLink({ link: 'metamask://wc?uri=u', target: '_self', page: page(agents.chromeOnAndroid, { open }) })
    expect(open.mock.calls).toEqual([['metamask://wc?uri=u', '_self', 'noreferrer noopener']])
  })

  test('out of Telegram by its own way, where it has one', () => {
    const [open, openWeb, openTelegramLink] = [vi.fn(), vi.fn(), vi.fn()]
    const window = telegram({ open, Telegram: { WebApp: { openLink: openWeb, openTelegramLink } } })
    openLink({ link: 'https://metamask.app.link/wc?uri=u', target: '_self', page: window })
    openLink({ link: 'https://t.me/wallet?startapp=u', target: '_self', page: window })
    openLink({ link: 'metamask://wc?uri=u', target: '_self', page: window })
    expect(openWeb.mock.calls).toEqual([['https://metamask.app.link/wc?uri=u']])
    expect(openTelegramLink.mock.calls).toEqual([['https://t.me/wallet?startapp=u']])
    expect(open.mock.calls).toEqual([['metamask://wc?uri=u', '_blank', 'noreferrer noopener']])
    openLink({ link: 'https://wallet.example/', target: '_self', page: telegram({ open }) })
    expect(open).toHaveBeenLastCalledWith('https://wallet.example/', '_blank', 'noreferrer noopener')
  })

  test.each([
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'data:text/html,x',
    'intent://x#Intent;end',
    'metamask://x#Intent;end',
    'http://wallet.example',
    'https://user:password@wallet.example',
    '/path',
    '',
    'java\nscript://x',
  ])('[F29] nothing else is: %j', (link) => {
    const open = vi.fn()
    expect(() => openLink({ link, target: '_self', page: page('', { open }) })).toThrow(UnsafeLinkError)
    expect(open).not.toHaveBeenCalled()
  })
})
