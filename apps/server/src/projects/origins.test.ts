import { describe, expect, test } from 'vitest'
import { isOriginAllowed, isOriginPattern, publicOrigins } from './origins.js'

const allowed = ({
  origin,
  patterns,
  development = false,
}: {
  origin: string
  patterns: string[]
  development?: boolean
}) => isOriginAllowed({ origin, project: { allowedOrigins: patterns, development } })

/** Returns origins that an attacker can register or send to look like a page of `host`. */
const lookAlikes = (host: string): string[] => [
  `http://${host}`,
  `https://${host}:8443`,
  `https://${host}.evil.example`,
  `https://evil${host}`,
  `https://evil-${host}`,
  `https://evil.example/${host}`,
  `https://evil.example/https://${host}`,
  `https://evil.example?${host}`,
  `https://evil.example#${host}`,
  `https://${host}@evil.example`,
  `https://evil@${host}`,
  `https://${host}:443@evil.example`,
  `https://${host}/`,
  `https://${host}/path`,
  `https://${host}\\.evil.example`,
  `https://${host}%2eevil.example`,
  `https://${host} .evil.example`,
  `https://${host}\n`,
  `https:/${host}`,
  `https:${host}`,
  `ftp://${host}`,
  `chrome-extension://${host}`,
  `javascript://${host}`,
  `data:text/html,https://${host}`,
  `blob:https://${host}/1`,
  `//${host}`,
  host,
  `*.${host}`,
  `https://*.${host}`,
  `https://${host.replace('.', '')}`,
  `https://${host.replace('.', '-')}`,
  `https://${host.replace('e', 'е')}`, // a Cyrillic letter
  `https://${host}.`,
  `https://${host.split('.').slice(1).join('.')}`,
  `https://${host}0`,
  'null',
  '',
  'https://',
  'https://.',
  'file://',
]

const hosts = ['dapp.example', 'app.dapp.example', 'eu.bank.co.uk', 'xn--bcher-kva.example', 'a-b.example.org']
const table = hosts.flatMap((host) => lookAlikes(host).map((origin) => ({ host, origin })))

describe('[S5.5] [F12] origins', () => {
  test('the table has 200 of them', () => expect(table.length).toBeGreaterThanOrEqual(200))

  test.each(table)('$host is not $origin', ({ host, origin }) => {
    expect(allowed({ origin, patterns: [`https://${host}`] })).toBe(false)
  })

  test.each(hosts)('%s is itself, however it is written', (host) => {
    const patterns = [`https://${host}`]
    expect(allowed({ origin: `https://${host}`, patterns })).toBe(true)
    expect(allowed({ origin: `https://${host.toUpperCase()}:443`, patterns })).toBe(true)
  })

  test('a star stands for what is below a domain, on its scheme and port', () => {
    const patterns = ['https://*.dapp.example', 'http://*.dapp.example:3000', '*.bücher.example']
    for (const origin of [
      'https://a.dapp.example',
      'https://a.b.dapp.example',
      'http://a.dapp.example:3000',
      'https://a.xn--bcher-kva.example',
      'https://a.bücher.example',
    ]) {
      expect([origin, allowed({ origin, patterns })]).toEqual([origin, true])
    }
    for (const origin of [
      'https://dapp.example',
      'https://.dapp.example',
      'https://a.dapp.example:3000',
      'http://a.dapp.example',
      'https://adapp.example',
      'https://a.dapp.example.evil.example',
      'https://a.dapp.example.',
      'http://a.bücher.example',
    ]) {
      expect([origin, allowed({ origin, patterns })]).toEqual([origin, false])
    }
  })

  test('what is no pattern is refused in configuration, since it would allow nothing', () => {
    const good = ['https://dapp.example', 'http://localhost:3000', 'https://*.dapp.example', '*.dapp.example']
    expect(good.filter(isOriginPattern)).toEqual(good)
    const bad = ['*', 'https://*', '*.com', 'https://*.com', 'dapp.example', 'https://dapp.example/path', 'null', '']
    const worse = ['https://a*.dapp.example', 'https://*.*.example', 'https://u@dapp.example', 'ftp://dapp.example']
    expect([...bad, ...worse].filter(isOriginPattern)).toEqual([])
  })

  test("a project in the making has its developer's machine too, and nothing that only looks like it", () => {
    const origins = ['http://localhost:5173', 'http://dapp.localhost:1', 'http://127.0.0.1:80', 'http://[::1]:3000']
    for (const development of [true, false]) {
      expect(origins.map((origin) => allowed({ origin, patterns: [], development }))).toEqual(
        Array(4).fill(development),
      )
    }
    const not = ['http://localhost.evil.example', 'http://evillocalhost', 'http://127.0.0.2', 'http://a@localhost']
    const nor = ['https://evil.example', 'http://localhost:1/x', 'null', 'http://localhost.', 'http://127.0.0.1.nip.io']
    expect([...not, ...nor].filter((origin) => allowed({ origin, patterns: [], development: true }))).toEqual([])
    expect(publicOrigins({ allowedOrigins: ['https://a.example'], development: false })).toEqual(['https://a.example'])
    expect(publicOrigins({ allowedOrigins: [], development: true })).toContain('http://localhost:*')
  })
})
