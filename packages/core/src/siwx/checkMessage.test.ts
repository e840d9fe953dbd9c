import { describe, expect, test } from 'vitest'
import {
  checkSiwx,
  type ExpectedSiwx,
  isSameSiwxAddress,
  type SiwxField,
  type SiwxMessage,
  siwxDomain,
} from './index.js'

const now = Date.parse('2026-01-02T03:04:05Z')
const at = (ms: number): string => new Date(now + ms).toISOString()

const message: SiwxMessage = {
  domain: 'app.example',
  accountAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  chainId: 'eip155:1',
  uri: 'https://app.example/login',
  version: '1',
  nonce: 'kEWepMt9knR6lWJ6A1b9mQXz',
  issuedAt: at(0),
  statement: 'Hello',
  requestId: 'r',
  resources: ['https://app.example/a'],
  notBefore: at(-1000),
  expirationTime: at(60_000),
}
const expected: ExpectedSiwx = { ...message }
const check = (changes: Partial<SiwxMessage> = {}, expectedToo: Partial<ExpectedSiwx> = {}) =>
  checkSiwx({ message: { ...message, ...changes }, expected: { ...expected, ...expectedToo }, now })

test('[F6] what says all that is expected, in time, is taken', () => {
  expect(check()).toBeUndefined()
  expect(checkSiwx({ message, expected: { domain: (domain) => domain.endsWith('.example') }, now })).toBeUndefined()
  expect(check({}, { chainId: ['eip155:10', 'eip155:1'] })).toBeUndefined()
})

const elsewhere: readonly (readonly [SiwxField, Partial<SiwxMessage>])[] = [
  ['version', { version: '2' }],
  ['domain', { domain: 'other.example' }],
  ['uri', { uri: 'https://app.example/other' }],
  ['chainId', { chainId: 'eip155:10' }],
  ['accountAddress', { accountAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046' }],
  ['nonce', { nonce: 'kEWepMt9knR6lWJ6A1b9mQXy' }],
  ['issuedAt', { issuedAt: at(1) }],
  ['notBefore', { notBefore: undefined }],
  ['expirationTime', { expirationTime: undefined }],
  ['statement', { statement: undefined }],
  ['requestId', { requestId: 's' }],
  ['resources', { resources: [] }],
]
test.each(elsewhere)('[F6] [X1] another %s is refused by its own error: %j', (field, change) => {
  expect(() => check(change)).toThrow(
    expect.objectContaining({ name: 'SiwxMessageError', field, code: expect.stringMatching(/^siwx_/) }),
  )
})

describe('[F6] times', () => {
  const untimely: readonly (readonly [SiwxField, string, Partial<SiwxMessage>])[] = [
    ['issuedAt', 'early', { issuedAt: at(60_001) }],
    ['issuedAt', 'late', { issuedAt: at(-60_001) }],
    ['issuedAt', 'form', { issuedAt: 'yesterday' }],
    ['expirationTime', 'late', { expirationTime: at(0) }],
    ['expirationTime', 'form', { expirationTime: '' }],
    ['notBefore', 'early', { notBefore: at(1) }],
    ['notBefore', 'form', { notBefore: 'x' }],
  ]
  test.each(untimely)('%s %s: %j', (field, fault, change) => {
    expect(() => checkSiwx({ message: { ...message, ...change }, expected: { domain: 'app.example' }, now })).toThrow(
      expect.objectContaining({ field, fault }),
    )
  })

  test('a visitor may take their time after the nonce was given, and clocks may differ by a minute', () => {
    const run = (issuedAt: string, nonceGivenAt?: number) => () =>
      checkSiwx({ message: { ...message, issuedAt }, expected: { domain: 'app.example', nonceGivenAt }, now })
    expect(run(at(60_000))).not.toThrow()
    expect(run(at(-60_000))).not.toThrow()
    expect(run(at(-200_000), now - 200_000)).not.toThrow()
    expect(run(at(-260_000), now - 200_000)).not.toThrow()
    expect(run(at(-260_001), now - 200_000)).toThrow()
    // A nonce from the future makes nothing older acceptable, nor anything that is in time unacceptable.
    expect(run(at(0), now + 500_000)).not.toThrow()
  })
})

describe('[F12] [X5] the domain', () => {
  const same =
    (domain: string, uri: string, own = 'app.example') =>
    () =>
      checkSiwx({ message: { ...message, domain, uri }, expected: { domain: own }, now })

  test.each([
    ['app.example:8443', 'https://app.example:8443/', 'domain'],
    ['app.example.', 'https://app.example./', 'domain'],
    ['user@app.example', 'https://app.example/', 'domain'],
    ['APP.example', 'https://app.example/', 'domain'],
    ['app.example.evil.example', 'https://app.example.evil.example/', 'domain'],
    ['evilapp.example', 'https://evilapp.example/', 'domain'],
    ['аpp.example', 'https://app.example/', 'domain'],
    ['', 'https://app.example/', 'domain'],
    ['app.example', 'https://evil.example/', 'uri'],
    ['app.example', 'https://app.example@evil.example/', 'uri'],
    ['app.example', 'https://app.example:8443/', 'uri'],
    ['app.example', 'https://user:secret@app.example/', 'uri'],
    ['app.example', 'https://app.example.evil.example/', 'uri'],
    ['app.example', 'javascript://app.example/', 'uri'],
    ['app.example', 'app.example', 'uri'],
  ])('%s with the page %s is refused for its %s', (domain, uri, field) => {
    expect(same(domain, uri)).toThrow(expect.objectContaining({ field }))
  })

  test('has its port, and an international name in ASCII', () => {
    expect(same('app.example:8443', 'https://app.example:8443/', 'app.example:8443')).not.toThrow()
    expect(same('xn--mnch-0ra.example', 'https://xn--mnch-0ra.example/', 'xn--mnch-0ra.example')).not.toThrow()
    expect(same('[::1]:3000', 'http://[::1]:3000/', '[::1]:3000')).not.toThrow()
  })

  test.each([
    ['https://App.Example', 'app.example'],
    ['app.example:443', 'app.example'],
    ['http://localhost:3000', 'localhost:3000'],
    ['https://Münch.example:8443', 'xn--mnch-0ra.example:8443'],
    ['https://app.example./', undefined],
    ['https://user@app.example', undefined],
    ['https://app.example/path', undefined],
    ['app.example?x', undefined],
    ['null', undefined],
    ['', undefined],
  ])('of %s is %s', (origin, domain) => expect(siwxDomain(origin)).toBe(domain))
})

test('addresses are compared as their family has them', () => {
  const { accountAddress } = message
  const bech32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const same = (chainId: SiwxMessage['chainId'], one: string, other: string) =>
    isSameSiwxAddress({ chainId, one, other })
  expect(same('eip155:1', accountAddress, accountAddress.toLowerCase())).toBe(true)
  expect(same('bip122:000000000019d6689c085ae165831e93', bech32, bech32.toUpperCase())).toBe(true)
  expect(same('bip122:000000000019d6689c085ae165831e93', bech32, `bc1Q${bech32.slice(4)}`)).toBe(false)
  expect(
    same(
      'bip122:000000000019d6689c085ae165831e93',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      '1BVBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    ),
  ).toBe(false)
  expect(
    same(
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy',
      'dRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy',
    ),
  ).toBe(false)
})
