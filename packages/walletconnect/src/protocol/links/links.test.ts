import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import vectors from '../vectors.json' with { type: 'json' }
import { peerLink } from './peerLink.js'
import { requestLink, requestLinkTarget } from './requestLink.js'
import { listedSchemes, nativeScheme, type WalletLinks } from './schemes.js'
import { UnsafeLinkError } from './UnsafeLinkError.js'
import { walletLink } from './walletLink.js'

vi.setConfig({ testTimeout: 600_000 })
// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

interface Listed extends WalletLinks {
  readonly name: string
}

/** The directory that the server is shipped with. */
const { data: wallets }: { readonly data: readonly Listed[] } = JSON.parse(
  readFileSync(new URL('../../../../../apps/server/directory/wallets.json', import.meta.url), 'utf8'),
)
const { uri } = vectors.pairingUri
const schemes = listedSchemes(wallets)

const directory = wallets.flatMap(({ name, mobile_link, desktop_link, webapp_link, link_mode }) =>
  Object.entries({ mobile_link, desktop_link, webapp_link, link_mode }).flatMap(([kind, link]) =>
    link ? [[name, kind, link] as const] : [],
  ),
)

describe('[F29] every link of the directory', () => {
  test('is there: a hundred and more', () => {
    expect(directory.length).toBeGreaterThan(90)
  })

  test.each(directory)('%s, %s: %s', (_name, _kind, link) => {
    const { redirect, href } = walletLink({ link, uri, schemes })
    expect(href).toBe(link.endsWith('/') ? link : `${link}/`)
    expect(redirect).toBe(`${href}wc?uri=${encodeURIComponent(uri)}`)
    expect(['https:', ...[...schemes].map((scheme) => `${scheme}:`)]).toContain(new URL(redirect).protocol)
    const [, encoded = ''] = redirect.split('wc?uri=')
    expect(decodeURIComponent(encoded)).toBe(uri)

    const twice = walletLink({ link, uri, schemes, isTelegramOnAndroid: true }).redirect.split('wc?uri=')[1] ?? ''
    expect(decodeURIComponent(twice)).toBe(link.startsWith('https:') ? uri : encodeURIComponent(uri))

    const request = requestLink({ href, requestId: '1700000000000123', topic: 'ab', schemes })
    expect(request).toBe(`${href}wc?requestId=1700000000000123&sessionTopic=ab`)
  })
})

describe('joining', () => {
  test.each([
    ['metamask', 'metamask://wc?uri=u'],
    ['metamask:', 'metamask://wc?uri=u'],
    ['metamask:/', 'metamask://wc?uri=u'],
    ['metamask://', 'metamask://wc?uri=u'],
    ['MetaMask://', 'MetaMask://wc?uri=u'],
    ['metamask://open', 'metamask://open/wc?uri=u'],
    ['https://wallet.example', 'https://wallet.example/wc?uri=u'],
    ['https://wallet.example/app/', 'https://wallet.example/app/wc?uri=u'],
    ['http://localhost:5173', 'http://localhost:5173/wc?uri=u'],
    ['http://wallet.localhost:5173/', 'http://wallet.localhost:5173/wc?uri=u'],
  ])('%s', (link, redirect) => {
    expect(walletLink({ link, uri: 'u', schemes }).redirect).toBe(redirect)
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

const smuggled = [
  'javascript:alert(1)',
  'javascript://%0aalert(1)',
  'JavaScript://x',
  'java\nscript://x',
  ' javascript://x',
  '\u0001javascript://x',
  'javascript',
  'data:text/html,<script>alert(1)</script>',
  'data://text/html',
  'vbscript://x',
  'file:///etc/passwd',
  'blob:https://dapp.example/1',
  'intent://wc#Intent;scheme=metamask;package=evil;end',
  'metamask://x#Intent;action=android.intent.action.VIEW;end',
  'android-app://com.evil',
  'market://details?id=evil',
  'itms-services://?action=download-manifest&url=https://evil.example',
  'ms-msdt://x',
  'search-ms://x',
  'view-source:https://dapp.example',
  'tel://112',
  'wc://x',
  'http://wallet.example',
  'http://localhost.evil.example',
  'https://user:password@wallet.example',
  'https://wallet.example\\@evil.example',
  'https://',
  'unlisted://',
  '',
  '://',
  'metamask://\u202egnp',
  'metamask://"onclick="',
  `metamask://${'a'.repeat(2_048)}`,
]

describe('[F29] what isn’t a listed wallet’s isn’t opened', () => {
  test.each(smuggled)('%j', (link) => {
    // Not even where a listing names it.
    const named = listedSchemes([
      ...wallets,
      { mobile_link: link === 'unlisted://' ? null : link, desktop_link: link === 'unlisted://' ? null : link },
    ])
    for (const open of [
      () => walletLink({ link, uri, schemes: named }),
      () => requestLink({ href: link, requestId: '1', topic: 'ab', schemes: named }),
    ]) {
      expect(open).toThrow(UnsafeLinkError)
    }
  })

  test('no scheme that a browser acts on is ever listed', () => {
    expect(listedSchemes(smuggled.map((link) => ({ mobile_link: link }))).has('metamask')).toBe(true)
    for (const scheme of ['javascript', 'data', 'intent', 'file', 'https', 'http', 'android-app', 'wc'])
      expect(nativeScheme(`${scheme}://x`)).toBeUndefined()
  })

  test('no text leads elsewhere than to a listed scheme, and no error repeats what was to be opened', () => {
    const start = fc.constantFrom('', ...smuggled, 'metamask://', 'https://wallet.example')
    fc.assert(
      fc.property(start, fc.string({ unit: 'binary', maxLength: 20 }), (before, after) => {
        try {
          const { redirect } = walletLink({ link: before + after, uri, schemes })
          const { protocol, hostname } = new URL(redirect)
          const isLocal = /(^|\.)localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(hostname)
          expect(protocol === 'https:' || (protocol === 'http:' && isLocal) || schemes.has(protocol.slice(0, -1))).toBe(
            true,
          )
        } catch (error) {
          expect(error).toBeInstanceOf(UnsafeLinkError)
          expect(JSON.stringify(error)).not.toContain('wc:')
        }
      }),
      { numRuns },
    )
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
