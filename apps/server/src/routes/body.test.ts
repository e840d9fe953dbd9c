import type { Database } from '@foyer/service/db/database'
import { readJson } from '@foyer/service/route/body'
import { createJsonShape } from '@foyer/service/route/jsonShape'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

test('whatever is JSON is read as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(readJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('what is no JSON is nothing, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = readJson(text)
      if (value !== undefined) expect(JSON.parse(text)).toEqual(value)
    }),
  )
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('the shape of JSON', () => {
  const isTaken = (text: string, mostValues = 1_000) => {
    const shape = createJsonShape({ mostValues })
    // Byte by byte, as a slow line brings it.
    return [...new TextEncoder().encode(text)].every((byte) => shape.take(Uint8Array.of(byte)))
  }

  test('a hundred levels are taken, one more is not; brackets within texts nest nothing', () => {
    expect([isTaken(nested(100)), isTaken(nested(101)), isTaken(`{"a":${nested(100)}}`)]).toEqual([true, false, false])
    const text = `"\\${'[{,'.repeat(2_000)}`
    expect(isTaken(JSON.stringify({ text, more: [[1], [2]] }))).toBe(true)
    expect(isTaken('[],'.repeat(200))).toBe(true)
  })

  test('it counts half as many values as there are at least, and twice as many at most', () => {
    const valuesOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, each) => sum + valuesOf(each), 1)
        : 1
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        const values = valuesOf(value)
        // A list that stands behind a comma counts for both.
        expect(isTaken(text, values * 2)).toBe(true)
        // The first of a list stands behind no comma: at least half of them are counted.
        if (values > 3) expect(isTaken(text, Math.floor(values / 2) - 2)).toBe(false)
      }),
    )
  })
})

describe('a body that is nested thousands of times', () => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await openTestDatabase()
    api = await openApi({ database, config: { sessionKeys: [{ name: 'one', bytes: new Uint8Array(32) }] } })
  })
  afterAll(() => database?.close())

  test.each([
    [
      '/e',
      '{"eventId":"0b9d1a3e-5f7c-4a53-9d51-7b6a5e0f6a11","url":"","domain":"","timestamp":1,"props":{"type":"track","event":"A","properties":{"a":HERE}}}',
      1_900, // as deep as an event can be
    ],
    [
      '/v1/sessions/eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
      '{"chainId":"0x1","expiry":1800000000,"signer":{"type":"keys","data":{"keys":[{"type":"secp256k1","publicKey":"0x02"}]}},"permissions":[{"type":"contract-call","data":{"address":"0xd8da6bf26964af9d7eed9e03e53415d37aa96045","abi":[],"functions":[{"functionName":"a","args":[{"operator":"EQUAL","value":HERE}]}]}}],"policies":[]}',
      20_000,
    ],
  ])('is refused at %s, and is no failure of the server', async (path, body, depth) => {
    const answer = await api.send(`${path}?projectId=demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body.replace('HERE', nested(depth)),
    })
    expect(answer.status).toBe(400)
  })
})
