import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createCiphers } from './cipher/ciphers.js'
import { base64ToBytes, bytesToBase64, bytesToUtf8, hexToBytes, utf8ToBytes } from './codec.js'
import { InvalidRelayTokenError } from './errors.js'
import { relayRefusal } from './relayCalls.js'
import {
  audienceOf,
  decodeRelayToken,
  formatClientId,
  parseClientId,
  relayTokenPeriod,
  relayTokenTimes,
  signRelayToken,
  verifyRelayToken,
} from './relayToken.js'
import vectors from './vectors.json'

vi.setConfig({ testTimeout: 600_000 })
// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 1_000

const { subject, audience, issuedAt, lifetime, token } = vectors.relayToken
const seed = hexToBytes(vectors.relayToken.seed)
const ciphers = createCiphers({ crypto })
const noble = createCiphers({ crypto: { getRandomValues: (bytes) => crypto.getRandomValues(bytes) } })
const now = issuedAt * 1_000

const make = (changes: Partial<Parameters<typeof signRelayToken>[0]> = {}) =>
  signRelayToken({ ciphers, seed, subject, audience, issuedAt, expiresAt: issuedAt + lifetime, ...changes })
const verify = (changes: Partial<Parameters<typeof verifyRelayToken>[0]> = {}) =>
  verifyRelayToken({ ciphers, token, audiences: [audience], now, ...changes })

describe('a client’s id', () => {
  test('is its public key as did:key', () => {
    const { publicKey, clientId } = vectors.clientId
    expect(formatClientId(hexToBytes(publicKey))).toBe(clientId)
    expect(parseClientId(clientId)).toEqual(hexToBytes(publicKey))
  })

  test('is read as it was written, and always begins alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        const clientId = formatClientId(new Uint8Array(key))
        expect(clientId).toMatch(/^did:key:z6Mk/)
        expect(parseClientId(clientId)).toEqual(key)
      }),
      { numRuns },
    )
  })

  test.each([
    '',
    'did:key:',
    'did:key:z',
    'did:key:z0',
    'did:web:dapp.example',
    vectors.clientId.clientId.slice(0, -1),
  ])('can’t be %s', (clientId) => {
    expect(() => parseClientId(clientId)).toThrow(InvalidRelayTokenError)
  })
})

describe('signing', () => {
  test.each([
    ['WebCrypto', ciphers],
    ['noble', noble],
  ])('as published, by %s', async (_name, each) => {
    expect(await make({ ciphers: each })).toBe(token)
  })

  test('[W12] the audience is the socket’s address, without query', () => {
    expect(audienceOf('wss://relay.example.org/?projectId=1')).toBe('wss://relay.example.org')
    expect(audienceOf('wss://relay.example.org/path#here')).toBe('wss://relay.example.org/path')
    expect(audienceOf('ws://localhost:4000')).toBe('ws://localhost:4000')
  })
})

describe('verifying', () => {
  test.each([
    ['WebCrypto', ciphers],
    ['noble', noble],
  ])('gives the claims, by %s', async (_name, each) => {
    expect(await verify({ ciphers: each, audiences: ['wss://other.example', `${audience}/`] })).toEqual({
      iss: vectors.clientId.clientId,
      sub: subject,
      aud: audience,
      iat: issuedAt,
      exp: issuedAt + lifetime,
    })
  })

  /** The published token with another part, unsigned. */
  const changed = (at: 0 | 1, change: (value: Record<string, unknown>) => unknown) => {
    const parts = token.split('.')
    const value = JSON.parse(bytesToUtf8(base64ToBytes(parts[at] ?? '', 'base64url')))
    parts[at] = bytesToBase64(utf8ToBytes(JSON.stringify(change(value))), 'base64url')
    return parts.join('.')
  }

  test.each([
    ['shape', { token: '' }],
    ['shape', { token: 'a.b' }],
    ['shape', { token: `${token}.x` }],
    ['shape', { token: `${token}A==` }],
    ['shape', { token: changed(1, () => null) }],
    ['shape', { token: changed(1, ({ iat: _iat, ...others }) => others) }],
    ['shape', { token: changed(1, (claims) => ({ ...claims, sub: 'a'.repeat(5_000) })) }],
    ['header', { token: changed(0, () => ({ alg: 'none', typ: 'JWT' })) }],
    ['header', { token: changed(0, () => ({ alg: 'HS256', typ: 'JWT' })) }],
    ['header', { token: changed(0, () => ({ alg: 'EdDSA' })) }],
    ['issuer', { token: changed(1, (claims) => ({ ...claims, iss: 'did:key:z6Mk' })) }],
    ['audience', { audiences: [] }],
    ['audience', { audiences: ['wss://relay.example.org.evil.example', 'https://relay.example.org'] }],
    ['notYetValid', { now: now - 120_001 }],
    ['expired', { now: now + (lifetime + 120) * 1_000 + 1_000 }],
    ['signature', { token: changed(1, (claims) => ({ ...claims, sub: 'another' })) }],
    ['signature', { token: `${token.slice(0, -2)}BQ` }],
    ['signature', { token: changed(1, (claims) => ({ ...claims, iss: formatClientId(new Uint8Array(32).fill(1)) })) }],
  ])('refuses a wrong %s: %#', async (fault, changes) => {
    await expect(verify(changes)).rejects.toMatchObject({ code: 'invalid_relay_token', fault })
  })

  test('an expiry may be missing, and what isn’t known is borne', async () => {
    const claims = decodeRelayToken(
      changed(1, ({ exp: _exp, ...others }) => ({ ...others, act: 'client_auth' })),
    ).claims
    expect(claims).toEqual({ iss: vectors.clientId.clientId, sub: subject, aud: audience, iat: issuedAt })
  })

  test('no text makes anything else happen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((each) => token.replace('.', each)),
        ),
        async (text) => {
          await verify({ token: text }).catch((error: unknown) => expect(error).toBeInstanceOf(InvalidRelayTokenError))
        },
      ),
      { numRuns },
    )
  })
})

describe('[W12] clocks', () => {
  const hour = 3_600_000
  const tokenAt = async ({ skew, refused }: { skew: number; refused: boolean }) => {
    const period = relayTokenPeriod({ now: now + skew, refused })
    return verify({ token: await make(period) })
  }

  test.each([-hour, -60_000, 0, 60_000, 200_000])('%d ms off are accepted at once', async (skew) => {
    await expect(tokenAt({ skew, refused: false })).resolves.toBeDefined()
  })

  test('an hour fast is refused once, by a reason that is understood, and then accepted', async () => {
    await expect(tokenAt({ skew: hour, refused: false })).rejects.toMatchObject({ fault: 'notYetValid' })
    await expect(tokenAt({ skew: hour, refused: true })).resolves.toBeDefined()
    await expect(tokenAt({ skew: -hour, refused: true })).resolves.toBeDefined()
  })

  test('a token lives a day', () => {
    const { issuedAt: from, expiresAt } = relayTokenPeriod({ now, refused: false })
    expect(expiresAt - from).toBe(86_400)
    expect(from).toBe(issuedAt - relayTokenTimes.backdated)
  })
})

test('a relay’s words are understood', () => {
  expect(relayRefusal('JWT validation error: JWT Token is not yet valid: basic.iat: 1700000000')).toBe('clock')
  expect(relayRefusal('Unauthorized: origin not allowed')).toBe('origin')
  expect(relayRefusal('Unauthorized: invalid key')).toBe('project')
  expect(relayRefusal('Too many requests')).toBeUndefined()
})
