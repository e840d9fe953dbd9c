import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCiphers } from './cipher/ciphers.js'
import { hexToBytes } from './codec.js'
import { InvalidPairingUriError, PairingExpiredError } from './errors.js'
import { formatPairingUri, isPairingGenuine, newPairing, offeredUntil, parsePairingUri } from './pairing.js'
import vectors from './vectors.json'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

const { topic, symKey, expiryTimestamp, uri, uriWithMethods, inBase64, withSlashes } = vectors.pairingUri
const now = 1_700_000_000_000
const published = { topic, symKey: hexToBytes(symKey), relay: { protocol: 'irn' }, expiryTimestamp, methods: [] }
const ciphers = createCiphers({ crypto })

describe('writing', () => {
  test('as published, with methods and without', () => {
    expect(formatPairingUri(published)).toBe(uri)
    expect(formatPairingUri({ ...published, methods: ['wc_sessionAuthenticate'] })).toBe(uriWithMethods)
  })

  test('no colon stands behind the first', () => {
    expect(formatPairingUri({ ...published, methods: ['a:b'] }).lastIndexOf(':')).toBe(2)
  })
})

describe('reading', () => {
  test.each([
    ['as it is', uri],
    ['with slashes, as intents have it', withSlashes],
    ['in base64', inBase64],
    ['in base64 without padding', inBase64.replaceAll('=', '')],
    ['with space around it', ` ${uri}\n`],
    ['with what it doesn’t know', `${uri}&somethingNew=1`],
    [
      'in another order',
      `wc:${topic}@2?expiryTimestamp=${expiryTimestamp}&symKey=${symKey}&methods=&relay-protocol=irn`,
    ],
  ])('%s', (_name, text) => {
    expect(parsePairingUri({ text, now })).toEqual(published)
  })

  test.each([
    ['wc_sessionPropose,wc_sessionRequest', ['wc_sessionPropose', 'wc_sessionRequest']],
    ['wc_sessionPropose%2Cwc_sessionRequest', ['wc_sessionPropose', 'wc_sessionRequest']],
    [
      '[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]',
      ['wc_sessionPropose', 'wc_authRequest', 'wc_authBatchRequest'],
    ],
    ['%5Bwc_sessionPropose%5D', ['wc_sessionPropose']],
    ['[]', []],
  ])('methods in both forms: %s', (methods, expected) => {
    expect(parsePairingUri({ text: `${uri}&methods=${methods}`, now }).methods).toEqual(expected)
  })

  test('the relay’s own words', () => {
    expect(parsePairingUri({ text: `${uri}&relay-data=00ff`, now }).relay).toEqual({ protocol: 'irn', data: '00ff' })
  })

  test('without an expiry it has 300 seconds', () => {
    const text = uri.replace(/&expiryTimestamp=\d+/, '')
    expect(parsePairingUri({ text, now: now + 999 }).expiryTimestamp).toBe(1_700_000_300)
  })

  test('every pairing is read as it was written, in base64 too', () => {
    const hex32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((each) => Buffer.from(each).toString('hex'))
    const word = fc.stringMatching(/^\w{1,20}$/)
    const pairing = fc.record({
      topic: hex32,
      symKey: hex32.map(hexToBytes),
      relay: fc.record(
        { protocol: fc.constantFrom('irn', 'waku'), data: fc.stringMatching(/^([0-9a-f]{2}){1,9}$/) },
        { requiredKeys: ['protocol'] },
      ),
      expiryTimestamp: fc.integer({ min: 1_700_000_001, max: 4_000_000_000 }),
      methods: fc.array(word, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(pairing, (each) => {
        const text = formatPairingUri(each)
        expect(parsePairingUri({ text, now })).toEqual(each)
        expect(parsePairingUri({ text: btoa(text), now })).toEqual(each)
      }),
      { numRuns },
    )
  })
})

describe('refusing', () => {
  test.each([
    ['uri', ''],
    ['uri', 'https://dapp.example'],
    ['uri', `metamask://wc?uri=${uri}`],
    ['uri', btoa('nothing of the kind')],
    ['uri', `${uri}&more=${'a'.repeat(4_096)}`],
    ['topic', uri.replace(topic, topic.slice(1))],
    ['topic', uri.replace(topic, topic.toUpperCase())],
    ['topic', 'wc:'],
    ['version', uri.replace('@2', '@1')],
    ['version', uri.replace('@2', '@02')],
    ['version', uri.replace('@2', '')],
    ['symKey', uri.replace('symKey', 'symkey')],
    ['symKey', uri.replace(symKey, symKey.slice(2))],
    ['symKey', `${uri}&symKey=${'00'.repeat(32)}`],
    ['relay-protocol', uri.replace('relay-protocol=irn&', '')],
    ['relay-protocol', uri.replace('irn', '')],
    ['relay-data', `${uri}&relay-data=xy`],
    ['expiryTimestamp', uri.replace('1700000300', '1e99')],
    ['expiryTimestamp', uri.replace('1700000300', '-1')],
    ['methods', `${uri}&methods=[wc_sessionPropose`],
    ['methods', `${uri}&methods=a b`],
  ])('a wrong %s: %#', (field, text) => {
    const read = () => parsePairingUri({ text, now })
    expect(read).toThrow(InvalidPairingUriError)
    expect(read).toThrow(expect.objectContaining({ field }))
  })

  test('what has expired, to the second', () => {
    expect(() => parsePairingUri({ text: uri, now: expiryTimestamp * 1_000 })).toThrow(PairingExpiredError)
    expect(parsePairingUri({ text: uri, now: expiryTimestamp * 1_000 - 1 })).toEqual(published)
  })

  test('[W10] no text makes anything else happen, and no error repeats the key', () => {
    const pieces = fc.constantFrom(
      'wc:',
      '//',
      '@',
      '?',
      '&',
      '=',
      topic,
      symKey,
      'symKey',
      'relay-protocol=irn',
      '2',
      'é',
    )
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(pieces, { maxLength: 12 }).map((each) => each.join('')),
    )
    fc.assert(
      fc.property(text, (each) => {
        try {
          parsePairingUri({ text: each, now })
        } catch (error) {
          expect(error).toSatisfy((it) => it instanceof InvalidPairingUriError || it instanceof PairingExpiredError)
          if (error instanceof Error)
            expect(`${error.message}${JSON.stringify(error)}${error.cause}`).not.toContain(symKey)
        }
      }),
      { numRuns },
    )
  })
})

test('[W6] a pairing’s topic belongs to its key, ours and what is read', async () => {
  const made = await newPairing({ ciphers, now: now + 500 })
  expect(made).toMatchObject({ relay: { protocol: 'irn' }, expiryTimestamp: 1_700_000_300, methods: [] })
  expect(await isPairingGenuine({ ciphers, pairing: made })).toBe(true)
  expect((await newPairing({ ciphers, now })).topic).not.toBe(made.topic)
  expect(await isPairingGenuine({ ciphers, pairing: published })).toBe(true)
  expect(await isPairingGenuine({ ciphers, pairing: { ...published, topic: made.topic } })).toBe(false)
})

test('[S4.4 S9.1 S9.2] a URI is offered for 4 minutes less the last 10 seconds', () => {
  expect(offeredUntil(now) - now).toBe(240_000 - 10_000)
})
