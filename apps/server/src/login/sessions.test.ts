import { endSessionCall, renewSessionCall, Session, verifyCodeCall } from '@foyer/login/loginCalls'
import { listDevicesCall } from '@foyer/login/ownPageCalls'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginCodes, loginDevices, loginSessions, usedNonces } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { LoginTooOldError } from './refusals.js'
import { refuseOldLogin } from './sessions.js'
import { createDevice, namedKey, openLogin, reasonOf, type TestDevice, type TestLogin } from './test/openLogin.js'

let database: Database
let login: TestLogin
let maple: TestDevice
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  for (const table of [loginCodes, loginSessions, loginDevices, usedNonces]) await database.orm.delete(table)
  login = await openLogin({ database })
  maple = await createDevice()
})

const email = 'visitor@mail.example'

describe('a session', () => {
  const renew = (by: TestDevice, refreshToken: string | undefined) => login.ask(renewSessionCall, by, { refreshToken })
  const renewed = async (by: TestDevice, token: string | undefined) =>
    v.parse(Session, await (await renew(by, token)).json())
  const devices = (by: TestDevice, token: string) => login.ask(listDevicesCall, by, {}, { token })
  const isOver = [401, 'session_over', 'session']

  test('[F5] lets its own device in for 15 minutes, by a token that says nothing of the person', async () => {
    const { accessToken, expiresAt, email: said, wallet } = await login.logIn({ by: maple, email })
    expect([said, wallet, expiresAt - login.api.time / 1000]).toEqual([email, null, 900])
    const [head = '', claims = ''] = accessToken.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(JSON.parse(head)).toEqual({ alg: 'EdDSA', typ: 'foyer-login+jwt', kid: '2026' })
    expect(claims).not.toContain('visitor')
    expect((await devices(maple, accessToken)).status).toBe(200)
    expect(await reasonOf(await devices(await createDevice(), accessToken))).toEqual(isOver)
    expect(await reasonOf(await devices(maple, accessToken.replace(/.{4}$/, 'AAAA')))).toEqual(isOver)
    login.api.time += 901_000
    expect(await reasonOf(await devices(maple, accessToken))).toEqual(isOver)
  })

  test('[F5] is renewed by a token that is used up; an old one, seen again, ends all of it', async () => {
    const first = await login.logIn({ by: maple, email })
    login.api.time += 60_000
    const second = await renewed(maple, first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    login.api.time += 10_001
    expect(await reasonOf(await renew(maple, first.refreshToken))).toEqual(isOver)
    expect(await reasonOf(await renew(maple, second.refreshToken))).toEqual(isOver)
    expect(await reasonOf(await devices(maple, second.accessToken))).toEqual(isOver)
  })

  test('[F5] gives the same device the same successor within 10 seconds, and another device nothing', async () => {
    const first = await login.logIn({ by: maple, email })
    const [one, other] = await Promise.all([renewed(maple, first.refreshToken), renewed(maple, first.refreshToken)])
    expect(one.refreshToken).toBe(other.refreshToken)
    login.api.time += 10_000
    expect((await renewed(maple, first.refreshToken)).refreshToken).toBe(one.refreshToken)
    expect(await reasonOf(await renew(await createDevice(), one.refreshToken))).toEqual(isOver)
  })

  test('[F5] is over 30 days after it was last renewed', async () => {
    const first = await login.logIn({ by: maple, email })
    login.api.time += 30 * 86_400_000 - 1
    const second = await renewed(maple, first.refreshToken)
    login.api.time += 30 * 86_400_000
    expect(await reasonOf(await renew(maple, second.refreshToken))).toEqual(isOver)
  })

  test('[F5] lies in a cookie that no script, no other host and no other site’s frame reads', async () => {
    const begun = await login.begin({ by: maple, email })
    const answer = await login.ask(verifyCodeCall, maple, { ...begun, keepsIn: 'cookie' })
    const set = answer.headers.get('set-cookie') ?? ''
    const [pair = '', ...attributes] = set.split('; ')
    expect(pair).toMatch(/^__Host-foyer-login=/)
    expect(attributes).toEqual(['Path=/', 'Max-Age=2592000', 'HttpOnly', 'Secure', 'SameSite=None', 'Partitioned'])
    expect(v.parse(Session, await answer.json()).refreshToken).toBe(undefined)
    const next = await login.ask(renewSessionCall, maple, {}, { headers: { cookie: pair } })
    expect(v.parse(Session, await next.json()).refreshToken).toBe(undefined)
    const [renewedPair = ''] = (next.headers.get('set-cookie') ?? '').split('; ')
    expect(renewedPair).not.toBe(pair)
    const ended = await login.ask(endSessionCall, maple, {}, { headers: { cookie: renewedPair } })
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('__Host-foyer-login=; Path=/; Max-Age=0'),
    ])
    expect(await database.orm.select().from(loginSessions)).toEqual([])
  })

  test('[F5] is neither renewed nor ended by what is no token of ours', async () => {
    const { accessToken } = await login.logIn({ by: maple, email })
    expect(await reasonOf(await renew(maple, 'none'))).toEqual(isOver)
    expect((await login.ask(endSessionCall, maple, { refreshToken: 'none' })).status).toBe(204)
    expect((await devices(maple, accessToken)).status).toBe(200)
  })

  test('is ended by a token that was used, and by another device: a frame that lost its keys signs out too', async () => {
    const { refreshToken } = await login.logIn({ by: maple, email })
    const { accessToken } = await renewed(maple, refreshToken)
    expect((await login.ask(endSessionCall, await createDevice(), { refreshToken })).status).toBe(204)
    expect(await reasonOf(await devices(maple, accessToken))).toEqual(isOver)
  })

  test('[F5] lives on while the operator’s keys change', async () => {
    const { accessToken, refreshToken } = await login.logIn({ by: maple, email })
    const keys = [namedKey('2027', 8), ...login.config.keys] as const
    const on = await login.another({ config: { login: { ...login.config, keys } } })
    expect((await login.ask(listDevicesCall, maple, {}, { token: accessToken, on })).status).toBe(200)
    expect((await login.ask(renewSessionCall, maple, { refreshToken }, { on })).status).toBe(200)
    const without = await login.another({ config: { login: { ...login.config, keys: [namedKey('2027', 8)] } } })
    expect((await login.ask(listDevicesCall, maple, {}, { token: accessToken, on: without })).status).toBe(401)
  })

  test('[F15] is fresh for five minutes after its login, and not a moment longer', () => {
    const loggedInAt = new Date(login.api.time)
    const isRefused = (ms: number) => {
      try {
        refuseOldLogin({ loggedInAt, now: login.api.time + ms })
        return false
      } catch (error) {
        return error instanceof LoginTooOldError
      }
    }
    expect([0, 300_000, 300_001, 900_000].map(isRefused)).toEqual([false, false, true, true])
  })

  test('[F28] leaves no address, code, token or key in the log', async () => {
    const begun = await login.begin({ by: maple, email })
    const answer = await login.ask(verifyCodeCall, maple, { ...begun, keepsIn: 'page' })
    const { accessToken, refreshToken = '' } = v.parse(Session, await answer.json())
    await devices(maple, accessToken)
    await login.ask(verifyCodeCall, maple, { ...begun, keepsIn: 'page' })
    const canaries = [email, begun.code, accessToken, refreshToken, maple.device, begun.login]
    const log = login.api.logged.join('')
    expect(log).toContain('/login/v1/codes/verify')
    expect(canaries.filter((canary) => log.includes(canary))).toEqual([])
  })
})
