import { signBody } from '@foyer/custody/signed'
import { verifyCodeCall } from '@foyer/login/loginCalls'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import {
  createDevice,
  openLogin,
  reasonOf,
  site,
  type TestDevice,
  type TestLogin,
  wholeJson,
} from './test/openLogin.js'

let database: Database
let login: TestLogin
let maple: TestDevice
beforeAll(async () => {
  database = await openTestDatabase()
  login = await openLogin({ database })
  maple = await createDevice()
})
afterAll(() => database?.close())

const beginning = (more: object = {}) => ({ email: 'visitor@mail.example', projectId: 'demo', site, ...more })

describe('what may ask', () => {
  test('the wallet’s own page alone, with JSON, and no other page reads an answer', async () => {
    const post = (headers: Record<string, string>) => login.api.post('/login/v1/nonce', {}, headers)
    const { 'sec-fetch-site': _, ...unsaid } = wholeJson
    const { origin: __, ...nameless } = wholeJson
    const refused = [
      { ...wholeJson, origin: 'https://evil.example' },
      { ...wholeJson, origin: 'null' },
      { ...wholeJson, origin: 'https://wallet.example.evil.example' },
      { ...wholeJson, 'sec-fetch-site': 'cross-site' },
      { ...wholeJson, 'sec-fetch-site': 'same-site' },
      unsaid,
      nameless,
    ]
    for (const headers of refused) {
      const answer = await post(headers)
      expect(answer.headers.get('access-control-allow-origin')).toBe(null)
      expect(await reasonOf(answer)).toEqual([403, 'origin_not_allowed', 'origin'])
    }
    expect(await reasonOf(await post({ ...wholeJson, 'content-type': 'text/plain' }))).toEqual([
      415,
      'unsupported_content',
      'content-type',
    ])
    const preflight = await login.api.send('/login/v1/nonce', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([404, null])
    const good = await post(wholeJson)
    expect([good.status, good.headers.get('access-control-allow-origin')]).toEqual([200, null])
  })

  test('none, where the operator set up no login', async () => {
    const off = await login.another({ config: {} })
    expect(await reasonOf(await off.post('/login/v1/nonce', {}, wholeJson))).toEqual([404, 'not_found', 'path'])
    expect(off.services.background.map(({ name }) => name)).not.toContain('logins')
  })
})

describe('a signed call', () => {
  test('counts once, for a minute, for its own call and its own text', async () => {
    const body = await signed({})
    expect((await login.api.post('/login/v1/logins', body, wholeJson)).status).toBe(200)
    const refused = async (changed: object, field: string) => {
      const answer = await login.api.post('/login/v1/logins', { ...(await signed({})), ...changed }, wholeJson)
      expect(await reasonOf(answer)).toEqual([401, 'signature_refused', field])
    }
    await refused(body, 'nonce')
    await refused({ text: JSON.stringify(beginning({ email: 'other@mail.example' })) }, 'signature')
    await refused({ key: (await createDevice()).device }, 'signature')
    await refused({ nonce: 'A'.repeat(43) }, 'nonce')
    const late = await signed({})
    login.api.time += 61_000
    expect(await reasonOf(await login.api.post('/login/v1/logins', late, wholeJson))).toEqual([
      401,
      'signature_refused',
      'nonce',
    ])
    const elsewhere = await signed({ call: 'verifyCode' })
    expect(await reasonOf(await login.api.post('/login/v1/logins', elsewhere, wholeJson))).toEqual([
      401,
      'signature_refused',
      'signature',
    ])
  })

  test('names the field that is wrong in what was signed', async () => {
    const wrong = await login.ask(verifyCodeCall, maple, { login: 'x', code: '12', keepsIn: 'page' })
    const { error } = v.parse(v.object({ error: v.looseObject({ field: v.string() }) }), await wrong.json())
    expect([wrong.status, error.field]).toEqual([400, 'login'])
    expect(await reasonOf(await login.ask(verifyCodeCall, maple, 'no object'))).toEqual([
      400,
      'invalid_input',
      'payload',
    ])
  })

  const signed = async ({ call = 'beginLogin' }: { call?: string }) => {
    const nonce = login.api.services.signedCalls?.nonce() ?? expect.fail()
    return signBody({ keys: maple.keys, call, nonce, payload: beginning() })
  }
})
