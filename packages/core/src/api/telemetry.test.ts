import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../clock/test/fakeClock.js'
import { EventBody, redact } from '../wire/event.js'
import { limits } from '../wire/limits.js'

import { createTelemetry, eventId } from './telemetry.js'

function telemetryIn(href: string | undefined = 'https://dapp.example/app?token=secret#frag') {
  const clock = fakeClock({ start: 0 })
  const sent: EventBody[] = []
  const telemetry = createTelemetry({
    send: async (body) => {
      sent.push(body)
    },
    page: () => (href === undefined ? undefined : { href }),
    clock,
  })
  const report = (error: unknown = new Error('boom')) => telemetry.report({ category: 'INTERNAL_SDK_ERROR', error })
  return { clock, sent, report }
}

describe('[S8.43] at most five in sixty seconds', () => {
  test('the sixth is dropped, and one more goes when the first is sixty seconds old', async () => {
    const { clock, sent, report } = telemetryIn()
    for (let i = 0; i < 5; i++) {
      await report()
      await clock.advance(1000)
    }
    await report()
    expect(sent).toHaveLength(5)
    await clock.advance(54_999) // 59.999 s after the first
    await report()
    expect(sent).toHaveLength(5)
    await clock.advance(1)
    await report()
    await report()
    expect(sent).toHaveLength(6)
  })

  test('in no sixty seconds are there six, whenever failures come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }), async (gaps) => {
        const { clock, sent, report } = telemetryIn()
        for (const gap of gaps) {
          await clock.advance(gap)
          await report()
        }
        const at = sent.map(({ timestamp }) => Date.parse(String(timestamp)))
        for (const [i, first] of at.entries()) {
          const sixth = at[i + 5]
          if (sixth !== undefined) expect(sixth - first).toBeGreaterThanOrEqual(60_000)
        }
        expect(sent.length).toBeGreaterThanOrEqual(Math.min(5, gaps.length))
      }),
      { numRuns: 50 },
    )
  })
})

describe('a report', () => {
  test('[S7.32] has the shape of the wire: eventId, url, domain, timestamp as ISO 8601, flat props', async () => {
    const { sent, report } = telemetryIn()
    await report(new RangeError('out of range'))
    expect(v.parse(EventBody, sent[0])).toEqual(sent[0])
    expect(sent[0]).toMatchObject({
      url: 'https://dapp.example/app',
      domain: 'dapp.example',
      timestamp: '1970-01-01T00:00:00.000Z',
      props: { type: 'error', event: 'INTERNAL_SDK_ERROR', errorType: 'RangeError', errorMessage: 'out of range' },
    })
  })

  test('is not sent outside a page', async () => {
    const telemetry = createTelemetry({
      send: () => Promise.reject(new Error('sent')),
      page: () => undefined,
    })
    await expect(telemetry.report({ category: 'API_ERROR', error: new Error('x') })).resolves.toBeUndefined()
  })

  test('is valid whatever failed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (error) => {
        const { sent, report } = telemetryIn()
        await report(error)
        expect(v.is(EventBody, sent[0])).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('[F28] what is the visitor’s own stays here', () => {
  test.each([
    'ada@lovelace.example',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
    '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl',
    '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '481516',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  ])('%s', async (secret) => {
    const { sent, report } = telemetryIn(`https://dapp.example/u/${secret}?q=${secret}`)
    const error = new Error(`no luck with ${secret}, said the wallet`)
    await report(error)
    expect(JSON.stringify(sent)).not.toContain(secret)
    expect(redact(`a ${secret} b`)).not.toContain(secret)
  })

  test.each([
    'ada.of.the.engine@lovelace.example',
    '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
    '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl',
    '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    '481516',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
    'legal, winner, thank, year, wave, sausage, worth, useful, legal, winner, thank, yellow',
  ])('nor does a part of it leave, wherever the text is cut: %s', async (secret) => {
    const pieces = [secret.slice(0, -1), secret.slice(1), secret.slice(0, 12), secret.slice(0, 5)]
    for (let before = 1; before <= secret.length + 1; before += 1) {
      const { sent, report } = telemetryIn()
      await report(new Error(`${'No luck. '.repeat(300).slice(0, limits.eventText - before)} ${secret} and more`))
      const said = JSON.stringify(sent[0])
      for (const piece of pieces) expect(said, `${before} before the end`).not.toContain(piece)
    }
  })

  // A step for each pair of letters would be hours.
  test('a text of 4 MB is read in no time, however it is written', async () => {
    for (const part of ['a', 'a@', 'eyJ', 'eyJ-', 'eyJ.', 'able ', 'able\t', '0x', '0', '?', '1'].concat([
      'abc\tabc\taa\t',
    ])) {
      const { report } = telemetryIn()
      const error = new Error(part.repeat(Math.ceil(4_194_304 / part.length)))
      const from = performance.now()
      await report(error)
      const text = part.repeat(Math.ceil(131_072 / part.length))
      redact(text)
      expect(performance.now() - from, part).toBeLessThan(1_000)
    }
  })

  test('what helps to fix it stays in', () => {
    const text = 'HttpError: HTTP status code: 503 at load (https://cdn.example/index-BcD3f.js:12:345678)'
    expect(redact(text)).toBe(text)
  })
})

describe('an event’s id', () => {
  test('is a UUID v4 of the bytes given', () => {
    expect(eventId((bytes) => bytes.fill(0))).toBe('00000000-0000-4000-8000-000000000000')
    expect(eventId((bytes) => bytes.fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
    expect(v.is(v.pipe(v.string(), v.uuid()), eventId())).toBe(true)
    expect(new Set(Array.from({ length: 100 }, () => eventId())).size).toBe(100)
  })
})
