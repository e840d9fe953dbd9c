import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidPayloadError } from './errors.js'
import { createPayloadIds, formatPayload, isEarlier, type Payload, parsePayload } from './payload.js'

// FOYER_FULL=1: the whole figure of the requirement.
const numRuns = process.env.FOYER_FULL ? 100_000 : 2_000

describe('ids', () => {
  test('are the milliseconds and three random digits', () => {
    const nextId = createPayloadIds({ now: () => 1_700_000_000_000, random: () => 0.1235 })
    expect(nextId()).toBe('1700000000000123')
  })

  test('never come twice and always grow, whatever the clock and chance do', () => {
    const moments = fc.array(fc.record({ now: fc.nat(50), random: fc.double({ min: 0, max: 0.999, noNaN: true }) }), {
      minLength: 2,
      maxLength: 60,
    })
    fc.assert(
      fc.property(moments, (each) => {
        let at = 0
        const moment = () => each[at] ?? { now: 0, random: 0 }
        const nextId = createPayloadIds({
          now: () => 1_700_000_000_000 + moment().now,
          random: () => moment().random,
        })
        const ids = each.map(() => {
          const id = nextId()
          at += 1
          return id
        })
        expect(ids).toEqual([...new Set(ids)].sort())
        for (const id of ids) expect(id).toMatch(/^\d{16}$/)
      }),
      { numRuns: Math.min(numRuns, 10_000) },
    )
  })

  test('tell which came earlier, to the millisecond, whoever made them', () => {
    expect(isEarlier({ id: '1700000000000999', than: '1700000000001000' })).toBe(true)
    expect(isEarlier({ id: '1700000000000100', than: '1700000000000900' })).toBe(false)
    expect(isEarlier({ id: '1700000000001000', than: '1700000000000999' })).toBe(false)
    expect(isEarlier({ id: '1700000000000999999', than: '1700000000001000' })).toBe(true)
    expect(isEarlier({ id: '1700000000001000', than: '1700000000000999999' })).toBe(false)
  })
})

const anyId = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(String)
const anyPayload: fc.Arbitrary<Payload> = fc.oneof(
  fc.record({
    type: fc.constant('request' as const),
    id: anyId,
    method: fc.string({ minLength: 1, maxLength: 60 }),
    params: fc.jsonValue(),
  }),
  fc.record({ type: fc.constant('result' as const), id: anyId, result: fc.jsonValue() }),
  fc.record({
    type: fc.constant('failure' as const),
    id: anyId,
    error: fc.record(
      { code: fc.maxSafeInteger(), message: fc.string(), data: fc.jsonValue() },
      { requiredKeys: ['code', 'message'] },
    ),
  }),
)

test('every message is read as it was written, its id to the last of 20 digits', () => {
  fc.assert(
    fc.property(anyPayload, (payload) => {
      const read = parsePayload(formatPayload(payload))
      // JSON has no -0.
      expect(JSON.stringify(read)).toBe(JSON.stringify(payload))
    }),
    { numRuns },
  )
})

describe('writing', () => {
  test('as the other clients do', () => {
    expect(formatPayload({ type: 'request', id: '1700000000000123', method: 'wc_sessionPing', params: {} })).toBe(
      '{"id":1700000000000123,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}',
    )
    expect(formatPayload({ type: 'result', id: '1', result: undefined })).toBe('{"id":1,"jsonrpc":"2.0","result":null}')
    const error = { code: 5000, message: 'User rejected.' }
    expect(formatPayload({ type: 'failure', id: '1700000000000789', error })).toBe(
      '{"id":1700000000000789,"jsonrpc":"2.0","error":{"code":5000,"message":"User rejected."}}',
    )
  })
})

describe('reading', () => {
  test.each([
    ['1795157065372007424', '1795157065372007424'],
    ['"1795157065372007424"', '1795157065372007424'],
    ['"1795157065372007424n"', '1795157065372007424'],
    ['"007"', '7'],
    ['0', '0'],
    ['18446744073709551615', '18446744073709551615'],
  ])('an id written as %s', (written, id) => {
    const text = `{"jsonrpc":"2.0","result":{"id":1111111111111111111,"a":["id",{"id":2}]},"id":${written}}`
    expect(parsePayload(text)).toMatchObject({ type: 'result', id })
  })

  test('the id of the message, not one inside it or in a text', () => {
    const text =
      '{"id":1795157065372007424,"jsonrpc":"2.0","method":"\\"id\\":1795157065372007999,","params":{"id":1795157065372007777}}'
    expect(parsePayload(text)).toMatchObject({ id: '1795157065372007424', params: {} })
  })

  test.each([
    ['{}', { code: 0, message: '' }],
    ['null', { code: 0, message: '' }],
    ['"No"', { code: -32_000, message: 'No' }],
    ['{"code":"5000","message":5}', { code: 0, message: '' }],
    ['{"code":5000,"message":"User rejected.","data":1}', { code: 5000, message: 'User rejected.', data: 1 }],
    [`{"code":1,"message":"${'a'.repeat(1_025)}"}`, { code: 1, message: '' }],
  ])('an error of any shape is a failure: %s', (error, expected) => {
    const failure = { type: 'failure', id: '1', error: expected }
    expect(parsePayload(`{"id":1,"jsonrpc":"2.0","error":${error}}`)).toEqual(failure)
    const isEmpty = ['null', '{}'].includes(error)
    expect(parsePayload(`{"id":1,"jsonrpc":"2.0","result":true,"error":${error}}`)).toEqual(
      isEmpty ? { type: 'result', id: '1', result: true } : failure,
    )
  })

  test('a client that writes each member that it knows is understood', () => {
    const wholly = (members: string) => parsePayload(`{"id":1,"jsonrpc":"2.0",${members}}`)
    expect(wholly('"method":null,"params":null,"result":"0x1","error":null')).toEqual({
      type: 'result',
      id: '1',
      result: '0x1',
    })
    expect(wholly('"method":null,"result":null,"error":{"code":5000,"message":"No"}')).toMatchObject({
      type: 'failure',
      error: { code: 5000 },
    })
    expect(wholly('"method":"wc_sessionPing","params":{},"result":null,"error":null')).toMatchObject({
      type: 'request',
    })
  })

  test.each([
    ['', '{'],
    ['id', '[]'],
    ['', 'null'],
    ['', '{"id":1,"jsonrpc":"2.0"}'],
    ['id', '{"jsonrpc":"2.0","result":1}'],
    ['id', '{"id":-1,"jsonrpc":"2.0","result":1}'],
    ['id', '{"id":1.5,"jsonrpc":"2.0","result":1}'],
    ['id', '{"id":1e30,"jsonrpc":"2.0","result":1}'],
    ['id', '{"id":"18446744073709551616","jsonrpc":"2.0","result":1}'],
    ['id', '{"id":[1],"jsonrpc":"2.0","result":1}'],
    ['jsonrpc', '{"id":1,"result":1}'],
    ['method', '{"id":1,"jsonrpc":"2.0","method":""}'],
    ['method', '{"id":1,"jsonrpc":"2.0","method":7}'],
  ])('refuses by what is wrong (%s): %s', (field, text) => {
    expect(() => parsePayload(text)).toThrow(InvalidPayloadError)
    expect(() => parsePayload(text)).toThrow(expect.objectContaining({ field }))
  })

  test('[W10] no text makes anything else happen, and no error repeats it', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((each) => `{"id":1,"jsonrpc":"2.0",${each.slice(1)}`),
    )
    fc.assert(
      fc.property(text, (each) => {
        try {
          parsePayload(`${each}`)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidPayloadError)
        }
      }),
      { numRuns },
    )
    const error = (() => {
      try {
        return parsePayload('canary-1234')
      } catch (each) {
        return each
      }
    })()
    if (error instanceof Error) expect(`${error.stack} ${error.message} ${error.cause}`).not.toContain('canary-1234')
  })
})
