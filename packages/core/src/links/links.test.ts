import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listedSchemes, nativeScheme, UnsafeLinkError, type WalletLinks, walletLink } from './walletLink.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

interface Listed extends WalletLinks {
  readonly name: string
}

/** The directory that the server is shipped with. */
const { data: wallets }: { readonly data: readonly Listed[] } = JSON.parse(
  readFileSync(new URL('../../../../apps/server/directory/wallets.json', import.meta.url), 'utf8'),
)
const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1700000300&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
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
    expect(() => walletLink({ link, uri, schemes: named })).toThrow(UnsafeLinkError)
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
