import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../vectors.json'
import { InvalidAuthenticationError } from './errors.js'
import { authMessage, formatIssuer, parseIssuer } from './message.js'
import { formatRecap, parseRecap, recapChains, recapFor, recapIn, recapMethods } from './recap.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const [{ issuer = '', payload, message } = {}] = vectors.authentication
const fields = {
  domain: 'app.example.org',
  aud: 'https://app.example.org',
  version: '1',
  nonce: '32891756',
  iat: '2024-01-01T00:00:00.000Z',
}

describe('the text that is signed', () => {
  test.each(vectors.authentication)('as published: %#', (each) => {
    expect(authMessage(each)).toBe(each.message)
  })

  test('with every line that there can be', () => {
    const whole = {
      ...fields,
      statement: 'Hello.',
      exp: 'e',
      nbf: 'n',
      requestId: 'r',
      resources: ['https://a', 'https://b'],
    }
    expect(authMessage({ payload: whole, issuer }).split('\n').slice(3)).toEqual([
      'Hello.',
      '',
      'URI: https://app.example.org',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 32891756',
      'Issued At: 2024-01-01T00:00:00.000Z',
      'Expiration Time: e',
      'Not Before: n',
      'Request ID: r',
      'Resources:',
      '- https://a',
      '- https://b',
    ])
  })

  test('the ReCap alone makes a statement', () => {
    const resources = [formatRecap(recapFor({ family: 'eip155', methods: ['personal_sign'] }))]
    expect(authMessage({ payload: { ...fields, resources }, issuer })).toContain(
      "\n\nI further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'.\n\nURI: ",
    )
  })

  test.each(['domain', 'aud', 'version', 'nonce', 'iat', 'statement', 'exp', 'nbf', 'requestId', 'resources'])(
    '%s can’t make lines of its own',
    (field) => {
      const value = 'x\nURI: https://evil.example'
      const changed = { ...fields, [field]: field === 'resources' ? [value] : value }
      expect(() => authMessage({ payload: changed, issuer })).toThrow(expect.objectContaining({ field }))
    },
  )
})

describe('who signs', () => {
  test('is read as it is written', () => {
    const account = { chainId: 'eip155:1', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }
    expect(parseIssuer(formatIssuer(account))).toEqual(account)
  })

  test.each(['', 'did:pkh:eip155:1', 'did:key:eip155:1:0xab', 'did:pkh:eip155:1:0xab:cd', 'did:pkh:eip155:1:0x\n'])(
    'isn’t %j',
    (text) => {
      expect(() => parseIssuer(text)).toThrow(InvalidAuthenticationError)
    },
  )
})

describe('a ReCap', () => {
  test('is written as published, its methods in order and once', () => {
    const recap = recapFor({ family: 'eip155', methods: ['personal_sign', 'eth_sendTransaction', 'personal_sign'] })
    expect(formatRecap(recap)).toBe(payload?.resources?.at(-1))
    expect(message).toContain("'eth_sendTransaction', 'personal_sign' for 'eip155'.")
  })

  test('says what it allows, and where', () => {
    const recap = recapFor({ family: 'eip155', methods: ['personal_sign'], chains: ['eip155:1', 'eip155:10'] })
    const read = parseRecap(formatRecap(recap))
    expect(read).toEqual(recap)
    expect(recapMethods({ recap: read, family: 'eip155' })).toEqual(['personal_sign'])
    expect(recapChains({ recap: read, family: 'eip155' })).toEqual(['eip155:1', 'eip155:10'])
    expect(recapMethods({ recap: read, family: 'constructor' })).toEqual([])
    expect(
      recapChains({ recap: { att: { eip155: { a: [{ chains: [1] }, { chains: 'x' }, {}] } } }, family: 'eip155' }),
    ).toEqual([])
  })

  test('is the last resource, or none', () => {
    const written = formatRecap(recapFor({ family: 'eip155', methods: ['eth_sign'] }))
    expect(recapIn(undefined)).toBeUndefined()
    expect(recapIn([])).toBeUndefined()
    expect(recapIn([written, 'https://a'])).toBeUndefined()
    expect(recapIn(['https://a', written])).toBeDefined()
  })

  test('is read as it was written', () => {
    const method = fc.stringMatching(/^[a-z]{3,8}_[a-zA-Z]{1,20}$/)
    const chains = fc.option(fc.array(fc.stringMatching(/^eip155:[0-9]{1,9}$/)), { nil: undefined })
    fc.assert(
      fc.property(fc.uniqueArray(method), chains, (methods, on) => {
        const recap = recapFor({ family: 'eip155', methods, chains: on })
        const read = parseRecap(formatRecap(recap))
        expect(read).toEqual(recap)
        expect(recapMethods({ recap: read, family: 'eip155' })).toEqual([...methods].sort())
      }),
      { numRuns },
    )
  })

  test.each([
    '',
    'urn:recap:',
    'urn:recap:?',
    `urn:recap:${btoa('{}')}`,
    `urn:recap:${btoa('{"att":{"a":{"b":{}}}}')}`,
  ])('isn’t %s', (resource) => {
    expect(() => parseRecap(resource)).toThrow(expect.objectContaining({ field: 'resources' }))
  })

  test('no text makes anything else happen', () => {
    const json = fc.json().map((each) => `urn:recap:${Buffer.from(each).toString('base64')}`)
    fc.assert(
      fc.property(fc.oneof(fc.string(), json), (resource) => {
        try {
          parseRecap(resource)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidAuthenticationError)
        }
      }),
      { numRuns },
    )
  })
})
