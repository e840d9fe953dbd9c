import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { isOriginVouched, vouchableOrigin } from './origins.js'
import { ProjectChanges, ProjectConfig } from './project.js'

/* For which pages an operator can answer, however they are written. */

const page = 'https://dapp.example'

const good: readonly [string, string][] = [
  [page, page],
  ['HTTPS://DAPP.Example', page],
  ['https://dapp.example:443', page],
  ['https://dapp.example:8443', 'https://dapp.example:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://BÜCHER.example', 'https://xn--bcher-kva.example'],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ['https://dаpp.example', 'https://xn--dpp-6cd.example'], // a Cyrillic letter: another page than the one that it looks like
  ['http://localhost:5173', 'http://localhost:5173'],
  ['http://LOCALHOST', 'http://localhost'],
  ['http://dapp.localhost:1', 'http://dapp.localhost:1'],
  ['http://127.0.0.1:80', 'http://127.0.0.1'],
  ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['http://[0:0::1]', 'http://[::1]'],
]

const bad = [
  ...['*', 'https://*', 'https://*.dapp.example', '*.dapp.example', 'https://*dapp.example', 'https://dapp.*'],
  ...['http://*.localhost', 'http://localhost:*', 'http://*.localhost:*', 'http://127.0.0.1:*', 'http://[::1]:*'],
  ...['http://dapp.example', 'http://10.0.0.1', 'http://127.0.0.2', 'http://[::2]', 'http://0.0.0.0'],
  ...['http://localhost.evil.example', 'http://evillocalhost', 'http://127.0.0.1.nip.io', 'http://localhost.'],
  ...['https://u@dapp.example', 'https://u:p@dapp.example', 'https://@dapp.example', 'http://a@localhost'],
  ...['https://dapp.example/', 'https://dapp.example/path', 'https://dapp.example?', 'https://dapp.example#'],
  ...['https://dapp.example\\', 'https://dapp.example%2e', 'https://dapp.example.', 'https://dapp..example'],
  ...[' https://dapp.example', 'https://dapp.example ', 'https://dapp.example\n', 'https://da\tpp.example'],
  ...['dapp.example', '//dapp.example', 'https:dapp.example', 'https:/dapp.example', 'https://', 'https://.', ''],
  ...['null', 'undefined', 'https://dapp.example,https://evil.example', 'https://dapp.example https://evil.example'],
  ...['ftp://dapp.example', 'wss://dapp.example', 'file://', 'file:///etc', 'chrome-extension://abc', 'about:blank'],
  ...['data:text/html,x', 'blob:https://dapp.example/1', 'javascript://dapp.example'],
]

const wrongTypes: readonly unknown[] = [null, 7, true, {}, { origin: page }]

/** A project that allows all that it vouches for, whatever that is. */
const config = (vouchedOrigins: unknown, more: object = {}) =>
  v.safeParse(ProjectConfig, { id: 'a', name: 'A', vouchedOrigins, ...more })

describe('an origin that an operator can answer for', () => {
  test.each(good)('%s is %s', (written, origin) => {
    expect(vouchableOrigin(written)).toBe(origin)
    const parsed = config([written], { allowedOrigins: [written] })
    expect(parsed.success && parsed.output.vouchedOrigins).toEqual([origin])
    for (const change of ['vouchedOrigins', 'vouch', 'unvouch'] as const)
      expect(v.parse(ProjectChanges, { [change]: [written] })).toEqual({ [change]: [origin] })
  })

  test.each(bad)('is never %j', (written) => {
    expect(vouchableOrigin(written)).toBe(undefined)
    const open = { allowedOrigins: [], development: true }
    expect(isOriginVouched({ origin: written, project: { ...open, vouchedOrigins: [written] } })).toBe(false)
    for (const parsed of [
      config([page, written], { allowedOrigins: [page] }),
      v.safeParse(ProjectChanges, { vouch: [written] }),
    ])
      expect(parsed.success).toBe(false)
    const [issue] = config([page, written], { allowedOrigins: [page] }).issues ?? expect.fail()
    expect(v.getDotPath(issue)).toBe('vouchedOrigins.1')
  })

  test('is no longer than an address', () => {
    const long = `https://${'a'.repeat(2_100)}.example`
    expect(config([long], { allowedOrigins: [long] }).success).toBe(false)
    expect(v.is(ProjectChanges, { vouch: [long] })).toBe(false)
  })

  test.each(wrongTypes)('is never %j, which is no text', (written) => {
    expect(config([written]).success).toBe(false)
    expect(config(written, { allowedOrigins: [page] }).success).toBe(false)
  })
})

describe('the list of a project', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `https://dapp-${index}.example`)

  test('is empty where nothing is said', () => {
    expect(v.parse(ProjectConfig, { id: 'a', name: 'A' }).vouchedOrigins).toEqual([])
  })

  test('has an origin once, however often and in whichever writing it is named', () => {
    const parsed = config([page, 'HTTPS://DAPP.EXAMPLE', `${page}:443`], { allowedOrigins: [page] })
    expect(parsed.success && parsed.output.vouchedOrigins).toEqual([page])
  })

  test('has a hundred at most, as the list of those that are allowed', () => {
    const of = (count: number) => config(many(count), { allowedOrigins: ['https://*.example.org', '*.a.example'] })
    const allowed = (count: number) => config(many(count), { allowedOrigins: many(count) })
    expect([allowed(100).success, allowed(101).success, of(10_000).success]).toEqual([true, false, false])
    for (const change of ['vouchedOrigins', 'vouch'] as const)
      expect(v.is(ProjectChanges, { [change]: many(10_000) })).toBe(false)
  })

  test.each<[string, object, boolean]>([
    ['as it stands there', { allowedOrigins: [page] }, true],
    ['in another writing', { allowedOrigins: ['HTTPS://DAPP.EXAMPLE:443'] }, true],
    ['by a pattern', { allowedOrigins: ['*.dapp.example', 'https://*.example.org'] }, false],
    ['by nothing', { allowedOrigins: [] }, false],
    ['in development', { allowedOrigins: [], development: true }, false],
    ['on another port', { allowedOrigins: [`${page}:8443`] }, false],
  ])('has only what is allowed: %s', (_, more, isThere) => {
    const parsed = config([page], more)
    expect(parsed.success).toBe(isThere)
    if (!parsed.success) expect(v.getDotPath(parsed.issues[0])).toBe('vouchedOrigins')
  })

  test('has a page below a domain that is allowed by a pattern, and one of the machine in development, each written out', () => {
    expect(config(['https://app.dapp.example'], { allowedOrigins: ['*.dapp.example'] }).success).toBe(true)
    expect(config(['http://localhost:5173'], { development: true }).success).toBe(true)
    expect(config(['http://localhost:5173'], { development: false }).success).toBe(false)
  })
})

describe('[F11] a page that is asked about', () => {
  const project = { allowedOrigins: [page, '*.dapp.example'], vouchedOrigins: [page], development: true }
  const isVouched = (origin: string, more: Partial<typeof project> = {}) =>
    isOriginVouched({ origin, project: { ...project, ...more } })

  test('counts as it is written by a browser, and in no other writing', () => {
    expect(isVouched(page)).toBe(true)
    for (const origin of [
      'HTTPS://DAPP.EXAMPLE',
      `${page}:443`,
      `${page}/`,
      `${page}.`,
      `${page}:8443`,
      'http://dapp.example',
    ])
      expect([origin, isVouched(origin)]).toEqual([origin, false])
  })

  test('isn’t vouched for by a pattern, or by development', () => {
    for (const origin of [
      'https://app.dapp.example',
      'http://localhost:5173',
      'http://127.0.0.1',
      'http://a.localhost',
    ])
      expect([origin, isVouched(origin)]).toEqual([origin, false])
  })

  test('isn’t vouched for by what a database holds that no operator could say', () => {
    for (const origin of ['*', 'https://*.dapp.example', 'http://localhost:*', 'http://dapp.example', 'null', ''])
      expect([origin, isVouched(origin, { vouchedOrigins: [origin], allowedOrigins: [origin, page] })]).toEqual([
        origin,
        false,
      ])
    // It was taken from those that are allowed.
    expect(isVouched(page, { allowedOrigins: [] })).toBe(false)
  })
})
