import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientKey, signToken } from './test/relayClient.js'
import { createOwnAudience, publicKeyOf, RelayTokenError, verifyToken } from './token.js'

const aud = 'wss://relay.example.org'
const isOwnAudience = (audience: string) => audience === aud
const iat = 1_700_000_000
const verdictOf = async (token: string | undefined, now = iat * 1000) => {
  try {
    return await verifyToken({ token, isOwnAudience, now })
  } catch (error) {
    if (error instanceof RelayTokenError) return error.message
    throw error
  }
}

/** A token of the public protocol's vectors: an Ed25519 signature is the same each time. */
const known = {
  clientId: 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw',
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  token:
    'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJkaWQ6a2V5Ono2TWt0d3VwZG1MWFZWcVR6Q3c0aTQ2cjR1R3lvc0dYUm5SM1hqTjRacTdvTU1zdyIsInN1YiI6ImFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWIiLCJhdWQiOiJ3c3M6Ly9yZWxheS5leGFtcGxlLm9yZyIsImlhdCI6MTcwMDAwMDAwMCwiZXhwIjoxNzAwMDg2NDAwfQ.L1gZ-ctQnKSG5ObWny2agLASSbiwK0XzKTzM9FvWACb23sXBfgOjbZWWn3D8wCb5UkmQYHxaSMT7l4wk1oZlAg',
}

describe('a client’s token', () => {
  test('names the client that signed it', async () => {
    expect(publicKeyOf(known.clientId)?.toString('hex')).toBe(known.publicKey)
    expect(await verdictOf(known.token)).toBe(known.clientId)
  })

  const own = clientKey()
  const signed = (claims: object) =>
    signToken({ key: own, claims: { iss: own.clientId, aud, iat, exp: iat + 86_400, ...claims } })

  test.each([
    ['within the time', {}, own.clientId],
    ['without an end', { exp: undefined }, 'JWT validation error: JWT Token is malformed'],
    ['of an end that is no time', { exp: `${iat + 60}` }, 'JWT validation error: JWT Token is malformed'],
    ['for a day and a second', { exp: iat + 86_401 }, 'JWT validation error: JWT Token is valid for more than a day'],
    ['of a clock a day behind', { iat: iat - 86_400, exp: iat }, own.clientId],
    ['of a clock 120 s ahead', { iat: iat + 120 }, own.clientId],
    ['of a clock 121 s ahead', { iat: iat + 121 }, 'JWT validation error: JWT Token is not yet valid'],
    ['that ended 119 s ago', { exp: iat - 119 }, own.clientId],
    ['that ended 120 s ago', { exp: iat - 120 }, 'JWT validation error: JWT Token is expired'],
    ['for another relay', { aud: 'wss://elsewhere.example' }, 'JWT validation error: JWT Token is for another relay'],
    ['for this relay and more', { aud: [aud] }, 'JWT validation error: JWT Token is malformed'],
    ['of another client', { iss: known.clientId }, 'JWT validation error: JWT Token is not signed by its issuer'],
    ['of an invalid client id', { iss: 'did:key:z6Mk' }, 'JWT validation error: JWT Token is malformed'],
  ])('[S8.29 W12] %s', async (_, claims, verdict) => {
    expect(await verdictOf(signed(claims))).toBe(verdict)
  })

  test('of another algorithm or none is rejected, with any signature', async () => {
    const [, claims = '', signature = ''] = signed({}).split('.')
    for (const alg of ['none', 'HS256', 'ES256', 'eddsa']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')
      expect(await verdictOf(`${header}.${claims}.${signature}`)).toBe('JWT validation error: JWT Token is malformed')
    }
    expect(await verdictOf(undefined)).toBe('JWT validation error: JWT is missing')
    expect(await verdictOf('a'.repeat(10_000))).toBe('JWT validation error: JWT Token is malformed')
  })

  test('with any one character changed is rejected', async () => {
    const token = signed({})
    const change = fc.tuple(fc.nat(token.length - 2), fc.constantFrom(...'abcXYZ019-_.~ '))
    await fc.assert(
      fc.asyncProperty(change, async ([at, character]) => {
        const changed = `${token.slice(0, at)}${character}${token.slice(at + 1)}`
        if (changed !== token) expect(await verdictOf(changed)).toMatch(/^JWT validation error: /)
      }),
      { numRuns: 300 },
    )
  })

  test('no other text is accepted, and no other error is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (token) => {
        expect(await verdictOf(token)).toMatch(/^JWT validation error: /)
      }),
    )
    fc.assert(fc.property(fc.string(), (did) => void expect(publicKeyOf(`did:key:z${did}`)).toBe(null)))
  })
})

describe('[W12] the relay’s own address', () => {
  test.each([
    [{ urls: [], publicUrl: 'https://foyer.example' }, ['wss://foyer.example', 'wss://foyer.example/']],
    [
      { urls: ['wss://relay.example/'], publicUrl: 'https://foyer.example' },
      ['wss://relay.example', 'wss://relay.example/'],
    ],
    [{ urls: [], publicUrl: undefined }, ['ws://host:8787', 'wss://host:8787', 'ws://host:8787/']],
  ])('case %#', (addresses, own) => {
    const isOwn = createOwnAudience(addresses)
    const audiences = [
      'wss://foyer.example',
      'wss://foyer.example/',
      'ws://foyer.example',
      'https://foyer.example',
      'wss://foyer.example.evil.example',
      'wss://relay.example',
      'wss://relay.example/',
      'wss://relay.example//',
      'ws://host:8787',
      'ws://host:8787/',
      'wss://host:8787',
      'ws://host',
      '',
    ]
    expect(audiences.filter((aud) => isOwn(aud, { host: 'host:8787' })).toSorted()).toEqual(own.toSorted())
    expect(isOwn('ws://undefined', { host: undefined })).toBe(false)
  })
})
