import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { readJson } from './body.js'

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

test('what is nested beyond all use is nothing; brackets within texts nest nothing', () => {
  expect(readJson(nested(100))).toBeInstanceOf(Array)
  expect(readJson(nested(101))).toBeUndefined()
  expect(readJson(`{"a":${nested(100)}}`)).toBeUndefined()
  const text = `"\\${'['.repeat(200)}`
  expect(readJson(JSON.stringify({ text, more: [[1], [2]] }))).toEqual({ text, more: [[1], [2]] })
  expect(readJson(`[${'[],'.repeat(200)}[]]`)).toHaveLength(201)
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
