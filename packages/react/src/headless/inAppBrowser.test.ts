import { describe, expect, test } from 'vitest'
import { isInApp, isRefusedHere, outsideLink } from './inAppBrowser.js'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const pixel = (view: string) => `Mozilla/5.0 (Linux; Android 14; Pixel 8${view}) AppleWebKit/537.36 (KHTML, like Gecko)`
const chrome = 'Chrome/126.0.6478.122 Mobile Safari/537.36'
const href = 'https://dapp.example/swap?from=eth#amount=1'

const page = (userAgent: string, more: { readonly standalone?: boolean; readonly href?: string } = {}) => ({
  navigator: { userAgent, standalone: more.standalone },
  location: { href: more.href ?? href },
})

const within = {
  'Instagram on an iPhone': `${iphone} Mobile/15E148 Instagram 334.0.0.20.104 (iPhone14,5; iOS 17_5; en_US; scale=3.00)`,
  'Instagram on Android': `${pixel('; wv')} Version/4.0 ${chrome} Instagram 334.0.0.42.95 Android (34/14; 420dpi)`,
  'a later Instagram that calls itself Safari': `${iphone} Mobile/23E254 Instagram 424.1.0.31.54 (iPhone18,4; iOS 26_4_1) NW/3 Safari/604.1`,
  Threads: `${iphone} Mobile/15E148 Barcelona 334.0.0.20.104 (iPhone14,5; iOS 17_5)`,
  'Facebook on an iPhone': `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.40.73;FBDV/iPhone14,5]`,
  'Facebook on Android': `${pixel('; wv')} Version/4.0 ${chrome} [FB_IAB/FB4A;FBAV/468.0.0.54.85;]`,
  'TikTok on an iPhone': `${iphone} Mobile/15E148 musical_ly_34.9.0 JsSdk/2.0 BytedanceWebview/d8a21c6`,
  'TikTok on Android': `${pixel('')} Version/4.0 ${chrome} musical_ly_2023409040 JsSdk/1.0 BytedanceWebview/d8a21c6`,
  Line: `${iphone} Mobile/15E148 Safari Line/14.9.0`,
  WeChat: `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/en`,
  Snapchat: `${iphone} Mobile/15E148 Snapchat/12.93.0.38 (like Safari/8617.1.17, panda)`,
  LinkedIn: `${iphone} Mobile/15E148 [LinkedInApp]/9.29.7748`,
  Pinterest: `${iphone} Mobile/15E148 [Pinterest/iOS]`,
  KakaoTalk: `${iphone} Mobile/15E148 KAKAOTALK 10.8.5`,
  'an application’s own view on Android': `${pixel('; wv')} Version/4.0 ${chrome}`,
  'an application’s own view on an iPhone': `${iphone} Mobile/15E148`,
} as const

const browsers = {
  'Safari on an iPhone': `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`,
  'Chrome on an iPhone': `${iphone} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
  'Firefox on an iPhone': `${iphone} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
  'the Google app on an iPhone': `${iphone} GSA/321.0.642804631 Mobile/15E148 Safari/604.1`,
  'Chrome on Android': `${pixel('')} ${chrome}`,
  'Samsung’s on Android': `${pixel('')} SamsungBrowser/25.0 ${chrome}`,
  'Chrome on a computer':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Firefox on a computer': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0',
} as const

describe('a page', () => {
  test.each(Object.entries(within))('is within an application: %s', (_, agent) => {
    expect(isInApp(page(agent))).toBe(true)
    expect(isRefusedHere('google', page(agent))).toBe(true)
    for (const other of ['apple', 'github', 'discord', 'x'] as const)
      expect(isRefusedHere(other, page(agent))).toBe(false)
  })

  test.each(Object.entries(browsers))('is in a browser: %s', (_, agent) => {
    expect(isInApp(page(agent))).toBe(false)
    for (const provider of ['google', 'facebook'] as const) expect(isRefusedHere(provider, page(agent))).toBe(false)
  })

  test('on the home screen of an iPhone is within none', () => {
    expect(isInApp(page(`${iphone} Mobile/15E148`, { standalone: true }))).toBe(false)
  })
})

test('Facebook refuses Android’s views alone, and not its own applications’', () => {
  const refuses = (agent: string) => isRefusedHere('facebook', page(agent))
  expect(refuses(within['TikTok on Android'])).toBe(true)
  expect(refuses(within['an application’s own view on Android'])).toBe(true)
  expect(refuses(within['TikTok on an iPhone'])).toBe(false)
  expect(refuses(within['Facebook on Android'])).toBe(false)
  expect(refuses(within['Instagram on Android'])).toBe(false)
})

describe('[F29] the way out', () => {
  test('leads to this very page in the system’s own browser', () => {
    expect(outsideLink(page(within.WeChat))).toBe(`x-safari-${href}`)
    expect(outsideLink(page(within['Facebook on Android']))).toBe(
      'intent://dapp.example/swap?from=eth#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=https%3A%2F%2Fdapp.example%2Fswap%3Ffrom%3Deth%23amount%3D1;end',
    )
  })

  test('is no other intent, whatever stands in the page’s address', () => {
    const evil = 'https://dapp.example/?a=1#Intent;component=com.evil/.A;end'
    const [, ...after] = (outsideLink(page(within['TikTok on Android'], { href: evil })) ?? '').split('#')
    expect(after).toHaveLength(1)
    expect(after[0]).not.toContain('component=')
  })

  test('is none on a computer, or for a page that no browser loads', () => {
    expect(outsideLink(page(browsers['Chrome on a computer']))).toBeUndefined()
    expect(outsideLink(page(within.WeChat, { href: 'file:///index.html' }))).toBeUndefined()
  })
})
