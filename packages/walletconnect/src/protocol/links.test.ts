import { listedSchemes, UnsafeLinkError } from '@foyer/core/links'
import { describe, expect, test } from 'vitest'
import { peerLink, requestLink, requestLinkTarget } from './links.js'

const schemes = listedSchemes([{ mobile_link: 'metamask://' }])
const asking = { requestId: '1700000000000123', topic: 'ab', schemes } as const

describe('the link of a request', () => {
  test.each([
    ['metamask://', 'metamask://wc?requestId=1700000000000123&sessionTopic=ab'],
    ['https://wallet.example', 'https://wallet.example/wc?requestId=1700000000000123&sessionTopic=ab'],
  ])('%s', (href, link) => {
    expect(requestLink({ href, ...asking })).toBe(link)
  })

  test.each([
    'javascript://x',
    'data:text/html,x',
    'intent://wc#Intent;scheme=metamask;package=evil;end',
    'metamask://x#Intent;action=android.intent.action.VIEW;end',
    'unlisted://',
    'http://wallet.example',
    'https://user:password@wallet.example',
    '',
  ])('[F29] is none that isn’t a listed wallet’s: %j', (href) => {
    expect(() => requestLink({ href, ...asking })).toThrow(UnsafeLinkError)
  })

  test('a request to a wallet in Telegram is its start parameter', () => {
    const link = requestLink({ href: 'https://t.me/wallet', requestId: '1', topic: 'ab', schemes })
    expect(link).toBe(`https://t.me/wallet?startapp=${btoa('requestId=1&sessionTopic=ab').replaceAll('=', '')}`)
    expect(requestLink({ href: 'https://t.me/wallet?x=1', requestId: '1', topic: 'ab', schemes })).toContain(
      '?x=1&startapp=',
    )
  })

  test.each([
    ['_top', 'https://wallet.example', true, true],
    ['_blank', 'https://wallet.example', false, false],
    ['_blank', 'metamask://', false, true],
    ['_self', 'metamask://', false, false],
  ] as const)('a request is opened at %s: %s', (target, link, isInFrame, isTelegram) => {
    expect(requestLinkTarget({ link, isInFrame, isTelegram })).toBe(target)
  })
})

test('[W12] a peer’s own links are followed only to allowed schemes', () => {
  const native = 'metamask://'
  const universal = 'https://metamask.app.link'
  const follow = (redirect: Parameters<typeof peerLink>[0]['redirect'], prefersUniversal = false) =>
    peerLink({ redirect, schemes, prefersUniversal })
  expect(follow({ native, universal })).toBe(native)
  expect(follow({ native, universal }, true)).toBe(universal)
  expect(follow({ native: 'javascript://x', universal })).toBe(universal)
  expect(follow({ native: 'intent://x', universal: 'data:,x' })).toBeUndefined()
  expect(follow({ native: '' })).toBeUndefined()
  expect(follow(undefined)).toBeUndefined()
})
