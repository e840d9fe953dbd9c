import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import {
  createNonce,
  layOutSiwxMessage,
  parseSiwxMessage,
  type SiwxField,
  type SiwxMessage,
  SiwxMessageError,
  writeSiwxMessage,
} from './index.js'

const accounts = {
  'eip155:1': '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy',
  'bip122:000000000019d6689c085ae165831e93': 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const

const message: SiwxMessage = {
  domain: 'app.example:8443',
  accountAddress: accounts['eip155:1'],
  chainId: 'eip155:1',
  uri: 'https://app.example:8443/rooms?sort=name#top',
  version: '1',
  nonce: 'kEWepMt9knR6lWJ6A1b9mQXz',
  issuedAt: '2026-01-02T03:04:05.678Z',
}
const whole: SiwxMessage = {
  ...message,
  statement: 'I accept the terms: https://app.example/terms',
  expirationTime: '2026-01-02T04:04:05Z',
  notBefore: '2026-01-02T03:04:05+01:00',
  requestId: 'order-7',
  resources: ['https://app.example/a', 'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/'],
}

const text = (changes: Partial<Record<number, string>> = {}): string =>
  writeSiwxMessage(whole)
    .split('\n')
    .map((line, index) => changes[index] ?? line)
    .join('\n')

const fieldAt = (run: () => unknown): SiwxField | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof SiwxMessageError ? error.field : expect.fail(String(error))
  }
}

describe('[S3.23] the text of a sign-in', () => {
  test('has every field on the line of EIP-4361', () => {
    expect(writeSiwxMessage(whole).split('\n')).toEqual([
      'app.example:8443 wants you to sign in with your Ethereum account:',
      accounts['eip155:1'],
      '',
      'I accept the terms: https://app.example/terms',
      '',
      'URI: https://app.example:8443/rooms?sort=name#top',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: kEWepMt9knR6lWJ6A1b9mQXz',
      'Issued At: 2026-01-02T03:04:05.678Z',
      'Expiration Time: 2026-01-02T04:04:05Z',
      'Not Before: 2026-01-02T03:04:05+01:00',
      'Request ID: order-7',
      'Resources:',
      '- https://app.example/a',
      '- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    ])
    expect(writeSiwxMessage(message)).toContain(`${accounts['eip155:1']}\n\n\nURI: `)
  })

  test.each(Object.entries(accounts))('names the family of %s, and is read back', (chainId, accountAddress) => {
    const [family, reference] = chainId.split(':')
    const each: SiwxMessage = { ...whole, chainId: `${familyOf(family)}:${reference}`, accountAddress }
    const written = writeSiwxMessage(each)
    const words = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }
    expect(written.split('\n')[0]).toContain(` your ${words[familyOf(family)]} account:`)
    expect(written).toContain(`\nChain ID: ${reference}\n`)
    expect(parseSiwxMessage(written)).toEqual(each)
    expect(parseSiwxMessage(written, { family: familyOf(family) })).toEqual(each)
    expect(fieldAt(() => parseSiwxMessage(written, { family: 'near' }))).toBe('chainId')
  })

  test('[S1.10] of a family of the host’s own is written with CAIP-122’s own word, and read back as of that family', () => {
    const each: SiwxMessage = { ...whole, chainId: 'other:sui-testnet', accountAddress: `0x${'ab'.repeat(32)}` }
    const written = writeSiwxMessage(each)
    expect(written.split('\n')[0]).toBe('app.example:8443 wants you to sign in with your blockchain account:')
    expect(parseSiwxMessage(written)).toEqual(each)
    expect(fieldAt(() => parseSiwxMessage(written, { family: 'solana' }))).toBe('chainId')
  })

  test('is read as it was written, whatever its fields say', () => {
    fc.assert(
      fc.property(messages, (each) => {
        const read = parseSiwxMessage(writeSiwxMessage(each))
        expect(read).toEqual(each)
      }),
      { numRuns: 300 },
    )
  })

  test('may name the scheme of its page before the domain, as EIP-4361 has it, and no other', () => {
    const [first = ''] = text().split('\n')
    expect(parseSiwxMessage(text({ 0: `https://${first}` }))).toEqual(parseSiwxMessage(text()))
    for (const other of ['http', 'ftp', 'javascript', 'https:'])
      expect(fieldAt(() => parseSiwxMessage(text({ 0: `${other}://${first}` })))).toBe('domain')
  })

  test('reads no text with anything but its own error', () => {
    const lines = writeSiwxMessage(whole).split('\n')
    const line = fc.oneof(fc.constantFrom(...lines, ''), fc.string())
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(line).map((all) => all.join('\n')),
        ),
        (each) => {
          fieldAt(() => parseSiwxMessage(each))
        },
      ),
      { numRuns: 300 },
    )
  })

  const broken: readonly (readonly [string, SiwxField, Partial<SiwxMessage>])[] = [
    ['a user in the domain', 'domain', { domain: 'user@app.example' }],
    ['an international domain that isn’t in ASCII', 'domain', { domain: 'münch.example' }],
    ['a dot at the domain’s end', 'domain', { domain: 'app.example.' }],
    ['a path behind the domain', 'domain', { domain: 'app.example/x' }],
    [
      'an address of another family',
      'accountAddress',
      { accountAddress: accounts['bip122:000000000019d6689c085ae165831e93'] },
    ],
    ['an address without 0x', 'accountAddress', { accountAddress: accounts['eip155:1'].slice(2) }],
    ['a chain id that is no number', 'chainId', { chainId: 'eip155:mainnet' }],
    ['a family that there is not', 'chainId', { chainId: JSON.parse('"moon:1"') }],
    ['a relative page', 'uri', { uri: '/login' }],
    ['another version', 'version', { version: '2' }],
    ['a short nonce', 'nonce', { nonce: '1234567' }],
    ['a nonce with signs', 'nonce', { nonce: 'abcd-efgh' }],
    ['a time without a zone', 'issuedAt', { issuedAt: '2026-01-02T03:04:05' }],
    ['a day that isn’t', 'issuedAt', { issuedAt: '2026-02-30T03:04:05Z' }],
    ['an end that is no time', 'expirationTime', { expirationTime: 'never' }],
    ['a start that is no time', 'notBefore', { notBefore: '1' }],
    ['a request with a space', 'requestId', { requestId: 'a b' }],
    ['a resource that is no URI', 'resources', { resources: ['https://a.example', 'two words'] }],
    ['an empty statement', 'statement', { statement: '' }],
    ['letters that EIP-4361 has not', 'statement', { statement: 'Ça va' }],
  ]
  test.each(broken)('is not written with %s', (_, field, change) => {
    expect(fieldAt(() => writeSiwxMessage({ ...whole, ...change }))).toBe(field)
  })

  const evil = '\nURI: https://evil.example'
  const lineMakers: readonly (readonly [SiwxField, Partial<SiwxMessage>])[] = [
    ['domain', { domain: `app.example${evil}` }],
    ['uri', { uri: `https://app.example${evil}` }],
    ['nonce', { nonce: `abcdefgh${evil}` }],
    ['statement', { statement: `Hello${evil}` }],
    ['statement', { statement: 'Hello\r' }],
    ['statement', { statement: 'URI: https://evil.example' }],
    ['statement', { statement: 'Resources:' }],
    ['requestId', { requestId: `r${evil}` }],
    ['resources', { resources: [`https://a.example${evil}`] }],
  ]
  test.each(lineMakers)('[X4] a %s can’t make lines of its own: %j', (field, change) => {
    expect(fieldAt(() => writeSiwxMessage({ ...whole, ...change }))).toBe(field)
  })

  test('[X4] laying out others’ fields refuses lines of their own as well', () => {
    const lines = { ...message, word: 'Ethereum', reference: '1' }
    expect(fieldAt(() => layOutSiwxMessage({ ...lines, issuedAt: `now${evil}` }))).toBe('issuedAt')
    expect(fieldAt(() => layOutSiwxMessage({ ...lines, reference: `1${evil}` }))).toBe('chainId')
  })
})

describe('[X4] a text is refused', () => {
  const refused: readonly (readonly [string, SiwxField, string])[] = [
    ['with CRLF', 'domain', text().replaceAll('\n', '\r\n')],
    ['with one CR', 'domain', text({ 3: 'Hello\r' })],
    ['with an empty line behind it', 'resources', `${text()}\n`],
    ['with bytes behind it', 'resources', `${text()}\nmore`],
    ['with a space behind its last line', 'resources', `${text()} `],
    ['with bytes behind its request', 'requestId', `${text().split('\nResources:')[0]}\n`],
    ['with a second URI in the statement', 'statement', text({ 3: 'Hello\nURI: https://evil.example' })],
    ['with a URI as its statement', 'statement', text({ 3: 'URI: https://evil.example' })],
    [
      'with a second URI among the resources',
      'resources',
      text({ 14: '- https://a.example\nURI: https://evil.example' }),
    ],
    ['with a second URI behind the request', 'requestId', text({ 12: 'Request ID: r\nURI: https://evil.example' })],
    ['with lines in another order', 'uri', text({ 5: 'Version: 1', 6: 'URI: https://app.example:8443/' })],
    ['with a line twice', 'chainId', text({ 6: 'Version: 1\nVersion: 1' })],
    ['without a nonce', 'nonce', text().replace(/\nNonce: .*/, '')],
    ['with another version', 'version', text({ 6: 'Version: 01' })],
    ['with a chain id of two parts', 'chainId', text({ 7: 'Chain ID: eip155:1' })],
    ['of no known family', 'chainId', text({ 0: 'app.example:8443 wants you to sign in with your Moon account:' })],
    ['with no domain', 'domain', text({ 0: ' wants you to sign in with your Ethereum account:' })],
    ['with text before it', 'domain', `\n${text()}`],
    ['with a zero byte', 'domain', text({ 3: 'Hello\0' })],
    ['that is longer than any', 'domain', text({ 3: 'a'.repeat(20_000) })],
    ['that is empty', 'domain', ''],
  ]
  test.each(refused)('%s', (_, field, each) => {
    expect(fieldAt(() => parseSiwxMessage(each))).toBe(field)
  })
})

describe('what AppKit 1.7.6 has signed is read', () => {
  const head = 'app.example wants you to sign in with your **blockchain** account:'
  const tail = (chain: string) =>
    `URI: https://app.example/\nVersion: 1\nChain ID: ${chain}\nNonce: kEWepMt9knR6lWJ6A1b9mQXz\nIssued At: 2026-01-02T03:04:05.678Z`

  test('without a statement, with a whole chain id', () => {
    const read = parseSiwxMessage(`${head}\n${accounts['eip155:1']}\n\n${tail('eip155:1')}`)
    expect(read).toEqual({ ...message, domain: 'app.example', uri: 'https://app.example/' })
  })

  test('with a statement in any language, for any family', () => {
    const statement = 'Bitte unterschreiben. 请签名 ✓'
    const chainId = 'bip122:000000000019d6689c085ae165831e93'
    const read = parseSiwxMessage(`${head}\n${accounts[chainId]}\n\n${statement}\n\n${tail(chainId)}`)
    expect(read).toMatchObject({ statement, chainId, accountAddress: accounts[chainId] })
  })

  test('with the chain’s reference alone only where the family is said', () => {
    const each = `${head}\n${accounts['eip155:1']}\n\n${tail('1')}`
    expect(parseSiwxMessage(each, { family: 'eip155' }).chainId).toBe('eip155:1')
    expect(fieldAt(() => parseSiwxMessage(each))).toBe('chainId')
    expect(
      fieldAt(() => parseSiwxMessage(`${head}\n${accounts['eip155:1']}\n\n${tail('eip155:1')}`, { family: 'solana' })),
    ).toBe('chainId')
  })

  test('[X4] but never with a statement that turns the direction of what stands behind it', () => {
    const each = `${head}\n${accounts['eip155:1']}\n\nHello \u202e\n\n${tail('eip155:1')}`
    expect(fieldAt(() => parseSiwxMessage(each))).toBe('statement')
  })
})

describe('[F6] a nonce', () => {
  test('has 24 letters and digits, and never comes twice', () => {
    const nonces = Array.from({ length: 1_000 }, () => createNonce())
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(new Set(nonces).size).toBe(1_000)
    expect(24 * Math.log2(62)).toBeGreaterThan(128)
  })

  test('takes no byte that would make some letters likelier', () => {
    const given = [new Uint8Array(24).fill(255), Uint8Array.from({ length: 24 }, (_, at) => 224 + at)]
    expect(createNonce((bytes) => given.shift() ?? bytes)).toBe('mnopqrstuvwxyz0123456789')
  })
})

const familyOf = (name: string | undefined): 'eip155' | 'solana' | 'bip122' =>
  name === 'solana' || name === 'bip122' ? name : 'eip155'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const uri = fc.webUrl({ withFragments: true, withQueryParameters: true })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const account = fc.constantFrom<readonly [NetworkId, string]>(
  ['eip155:1', accounts['eip155:1']],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', accounts['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']],
  ['bip122:000000000019d6689c085ae165831e93', accounts['bip122:000000000019d6689c085ae165831e93']],
)

const messages: fc.Arbitrary<SiwxMessage> = fc
  .record({
    domain: fc.domain(),
    uri,
    version: fc.constant('1'),
    nonce: fc.string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 64 }),
    issuedAt: time,
    statement: maybe(
      fc
        .string({ unit: fc.constantFrom(...letters, ..."-._~:/?#[]@!$&'()*+,;= "), minLength: 1 })
        .filter((each) => !/^(URI|Version|Nonce|Resources):/.test(each)),
    ),
    expirationTime: maybe(time),
    notBefore: maybe(time),
    requestId: maybe(fc.string({ unit: fc.constantFrom(...letters, ..."-._~:@!$&'()*+,;=") })),
    resources: maybe(fc.array(uri, { minLength: 1, maxLength: 5 })),
  })
  .chain((fields) => account.map(([chainId, accountAddress]) => ({ ...fields, chainId, accountAddress })))
