import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOriginAllowed } from './project.js'

const allowedOrigins = [
  'https://example.com',
  'https://*.dapp.example',
  '*.wild.example',
  'http://*.plain.example',
  'https://*.ported.example:8443',
  'https://shop.example:444/',
  'http://localhost:3000',
  'http://[::1]:5173',
  'https://bücher.example',
  'https://*.münchen.example',
]

const good = [
  'https://example.com',
  'https://EXAMPLE.com',
  'https://example.com:443',
  'https://a.dapp.example',
  'https://a.b.dapp.example',
  'https://A.Dapp.Example',
  'https://xn--bcher-kva.dapp.example',
  'https://x.wild.example',
  'http://x.plain.example',
  'http://x.plain.example:80',
  'https://x.ported.example:8443',
  'https://shop.example:444',
  'http://localhost:3000',
  'http://[::1]:5173',
  'https://bücher.example',
  'https://xn--bcher-kva.example',
  'https://www.xn--mnchen-3ya.example',
  'https://www.münchen.example',
  'https://ｅxample.com',
]

const bad = [
  // another scheme, port or host
  'http://example.com',
  'https://example.com:8443',
  'https://example.org',
  'https://www.example.com',
  'ftp://example.com',
  'ws://example.com',
  'http://a.dapp.example',
  'https://a.dapp.example:8443',
  'http://x.wild.example',
  'https://x.plain.example',
  'https://x.ported.example',
  'https://shop.example',
  'http://localhost',
  'http://localhost:30001',
  'http://127.0.0.1:3000',
  'http://[::2]:5173',
  // suffixes and prefixes that only look alike
  'https://evilexample.com',
  'https://example.com.evil.example',
  'https://example.comevil.example',
  'https://evildapp.example',
  'https://dapp.example',
  'https://a.dapp.example.evil.example',
  'https://dapp-example',
  'https://wild.example',
  'https://.dapp.example',
  'https://..dapp.example',
  'https://a..dapp.example',
  'https://dapp.example.',
  'https://a.dapp.example.',
  'https://example.com.',
  // userinfo, paths and the like
  'https://example.com@evil.example',
  'https://user@example.com',
  'https://user:pass@example.com',
  'https://evil.example#.dapp.example',
  'https://evil.example/.dapp.example',
  'https://evil.example\\.dapp.example',
  'https://evil.example?.dapp.example',
  'https://evil.example%2f.dapp.example',
  'https://evil%2edapp.example',
  'https://example.com/',
  'https://example.com/path',
  'https://example.com?x',
  'https://example.com#x',
  'https://exa\tmple.com',
  'https://example.com\n',
  ' https://example.com',
  'https:example.com',
  'https:/example.com',
  'https:\\\\example.com',
  '//example.com',
  'example.com',
  // not an origin at all
  'null',
  '',
  '*',
  'https://*',
  'https://*.dapp.example',
  'https://',
  'about:blank',
  'blob:https://example.com',
  'data:text/html,x',
  'javascript:alert(1)',
  'file://',
  'capacitor://example.com',
  'chrome-extension://abcdef',
  // letters that look alike
  'https://exаmple.com',
  'https://xn--exmple-4nf.com',
  'https://a.dаpp.example',
  'https://bucher.example',
  'https://www.munchen.example',
]

describe('[F12] a project’s origins', () => {
  test.each(good)('%j is allowed', (origin) => {
    expect(isOriginAllowed({ origin, allowedOrigins })).toBe(true)
  })

  test.each(bad)('%j is not', (origin) => {
    expect(isOriginAllowed({ origin, allowedOrigins })).toBe(false)
  })

  test('[F12] a hundred and twenty look-alikes of three domains are not', () => {
    const domains = ['foyer.example', 'wallet.foyer.example', 'pay.example']
    const disguises = [
      (d: string) => `https://x${d}`,
      (d: string) => `https://x-${d}`,
      (d: string) => `https://x_${d}`,
      (d: string) => `https://${d}.evil.example`,
      (d: string) => `https://${d}-evil.example`,
      (d: string) => `https://${d}evil.example`,
      (d: string) => `https://${d}.`,
      (d: string) => `https://${d}:444`,
      (d: string) => `https://${d}:0443x`,
      (d: string) => `http://${d}`,
      (d: string) => `wss://${d}`,
      (d: string) => `https://${d}/`,
      (d: string) => `https://${d}/x`,
      (d: string) => `https://${d}//`,
      (d: string) => `https://${d}?`,
      (d: string) => `https://${d}#`,
      (d: string) => `https://${d}@evil.example`,
      (d: string) => `https://${d}:x@evil.example`,
      (d: string) => `https://x@${d}`,
      (d: string) => `https://:x@${d}`,
      (d: string) => `https://evil.example/${d}`,
      (d: string) => `https://evil.example?${d}`,
      (d: string) => `https://evil.example#${d}`,
      (d: string) => `https://evil.example\\${d}`,
      (d: string) => `https://evil.example%23${d}`,
      (d: string) => `https://evil.example%00.${d}`,
      (d: string) => `https://${d}%00`,
      (d: string) => `https://${d}%20`,
      (d: string) => `https://${d} `,
      (d: string) => `https://\u200b${d}@x`,
      (d: string) => `\u0000https://${d}`,
      (d: string) => `https://${d.replace('e', 'е')}`,
      (d: string) => `https://${d.replace('a', 'а')}`,
      (d: string) => `https://${d.replace('.', '․x')}`,
      (d: string) => `https://${d.replace('example', 'examp1e')}`,
      (d: string) => `https://${d.replaceAll('.', '-')}`,
      (d: string) => `https://${d.replace('.', '..')}`,
      (d: string) => `https://.${d}`,
      (d: string) => `${d}`,
      (d: string) => `https:${d}`,
    ]
    const origins = domains.flatMap((domain) => disguises.map((disguise) => disguise(domain)))
    expect(new Set(origins).size).toBe(120)
    const exact = domains.map((domain) => `https://${domain}`)
    for (const origin of origins)
      expect([origin, isOriginAllowed({ origin, allowedOrigins: exact })]).toEqual([origin, false])
    for (const origin of exact) expect(isOriginAllowed({ origin, allowedOrigins: exact })).toBe(true)
  })

  test.each([
    '*',
    'https://*',
    '*.com',
    'https://*.com',
    'com',
    'example.com',
    '.example.com',
    'https://**.example.com',
  ])('an entry %j allows no origin', (entry) => {
    for (const origin of ['https://example.com', 'https://a.example.com', 'null']) {
      expect(isOriginAllowed({ origin, allowedOrigins: [entry] })).toBe(false)
    }
  })

  test.each([
    'https://*.0.0.1',
    'https://*.168.0.1',
    'https://a*.example.com',
    'https://*.example.com/x',
    'https://u@*.example.com',
  ])('an entry %j is no wildcard', (entry) => {
    for (const origin of [
      'https://127.0.0.1',
      'https://192.168.0.1',
      'https://ab.example.com',
      'https://a.example.com',
    ]) {
      expect(isOriginAllowed({ origin, allowedOrigins: [entry] })).toBe(false)
    }
  })

  test('[F12] below a wildcard stands what ends in the domain after a dot, and nothing else', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), label, (labels, glued) => {
        const allowed = ['https://*.dapp.example']
        expect(isOriginAllowed({ origin: `https://${labels.join('.')}.dapp.example`, allowedOrigins: allowed })).toBe(
          true,
        )
        expect(
          isOriginAllowed({ origin: `https://${labels.join('.')}.${glued}dapp.example`, allowedOrigins: allowed }),
        ).toBe(false)
      }),
    )
  })

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (origin, entries) => {
        expect(typeof isOriginAllowed({ origin, allowedOrigins: entries })).toBe('boolean')
      }),
    )
  })
})

test('[S5.5] an international name is allowed however often it is asked: what is called often is compiled differently', () => {
  const asked = { origin: 'https://bücher.example', allowedOrigins: ['https://bücher.example'] }
  const answers = new Set(Array.from({ length: 20_000 }, () => isOriginAllowed(asked)))
  expect(answers).toEqual(new Set([true]))
})
