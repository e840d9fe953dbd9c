import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimsOf, clockTolerance } from '../transport/test/claims.js'
import { createCiphers } from './cipher/ciphers.js'
import { hexToBytes } from './codec.js'
import { relayRefusal } from './relayCalls.js'
import { audienceOf, formatClientId, relayTokenPeriod, signRelayToken } from './relayToken.js'
import vectors from './vectors.json'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 1_000

const { subject, audience, issuedAt, lifetime, token } = vectors.relayToken
const seed = hexToBytes(vectors.relayToken.seed)
const ciphers = createCiphers({ crypto })
const noble = createCiphers({ crypto: { getRandomValues: (bytes) => crypto.getRandomValues(bytes) } })
const now = issuedAt * 1_000

const make = (changes: Partial<Parameters<typeof signRelayToken>[0]> = {}) =>
  signRelayToken({ ciphers, seed, subject, audience, issuedAt, expiresAt: issuedAt + lifetime, ...changes })

describe('a client’s id', () => {
  test('is its public key as did:key', () => {
    const { publicKey, clientId } = vectors.clientId
    expect(formatClientId(hexToBytes(publicKey))).toBe(clientId)
  })

  test('always begins alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        expect(formatClientId(new Uint8Array(key))).toMatch(/^did:key:z6Mk/)
      }),
      { numRuns },
    )
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

describe('[W12] clocks', () => {
  const hour = 3_600_000
  /** Returns how a relay, whose own clock is right, finds the times of a token. */
  const verdictOf = async ({ skew, refused }: { skew: number; refused: boolean }) => {
    const { iat, exp } = claimsOf(await make(relayTokenPeriod({ now: now + skew, refused })))
    if (iat > issuedAt + clockTolerance) return 'not yet valid'
    return exp < issuedAt - clockTolerance ? 'expired' : 'accepted'
  }

  test.each([-hour, -60_000, 0, 60_000, 200_000])('%d ms off are accepted at once', async (skew) => {
    expect(await verdictOf({ skew, refused: false })).toBe('accepted')
  })

  test('an hour fast is refused once, by a reason that is understood, and then accepted', async () => {
    expect(await verdictOf({ skew: hour, refused: false })).toBe('not yet valid')
    expect(await verdictOf({ skew: hour, refused: true })).toBe('accepted')
    expect(await verdictOf({ skew: -hour, refused: true })).toBe('accepted')
  })

  test('a token lives a day', () => {
    const { issuedAt: from, expiresAt } = relayTokenPeriod({ now, refused: false })
    expect(expiresAt - from).toBe(86_400)
    expect(from).toBe(issuedAt - 90)
  })
})

test('a relay’s words are understood', () => {
  expect(relayRefusal('JWT validation error: JWT Token is not yet valid: basic.iat: 1700000000')).toBe('clock')
  expect(relayRefusal('Unauthorized: origin not allowed')).toBe('origin')
  expect(relayRefusal('Unauthorized: invalid key')).toBe('project')
  expect(relayRefusal('Too many requests')).toBeUndefined()
})
