import { verifyCodeCall } from '@foyer/login/loginCalls'
import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { createDevice, openLogin } from './test/openLogin.js'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

test('[F28] the operator sees how many codes were sent, logins ended and codes were wrong, and nothing of whose', async () => {
  const metricsToken = 'the-token-of-the-operator'
  const login = await openLogin({ database })
  const on = await login.another({ config: { login: login.config, metricsToken } })
  const [by, email] = [await createDevice(), 'canary@mail.example']
  const begun = await login.begin({ by, email, on })
  const code = begun.code === '000000' ? '000001' : '000000'
  await login.ask(verifyCodeCall, by, { login: begun.login, code, keepsIn: 'page' }, { on })
  await login.ask(verifyCodeCall, by, { ...begun, keepsIn: 'page' }, { on })
  const read = async () => (await on.get('/metrics', { authorization: `Bearer ${metricsToken}` })).text()
  await vi.waitFor(async () =>
    expect(await read()).toContain('foyer_mails_total{queue="login mails",outcome="sent"} 1'),
  )
  const text = await read()
  expect(text).toContain('foyer_refusals_total{route="/login/v1/codes/verify",code="code_wrong"} 1')
  expect(text).toMatch(
    /request_duration_seconds_count\{method="POST",route="\/login\/v1\/codes\/verify",status="200"\} 1/,
  )
  expect(text).not.toMatch(new RegExp(`canary|dapp\\.example|demo|${begun.code}\\b`))
})
