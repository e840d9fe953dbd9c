import { beginLoginCall, verifyCodeCall } from '@foyer/login/loginCalls'
import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice } from './test/openLogin.js'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyLogin(database))
afterAll(() => database?.close())

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('[F2] after fifty wrong codes of its network a known device still has its code taken, and a wrong one of its own is only wrong', async () => {
  const login = await openLogin({ database })
  const [guesser, known] = [await createDevice(), await createDevice()]
  const emails = { guesser: 'guesser@mail.example', known: 'known@mail.example' }
  const verify = (by: TestDevice, begun: { login: string; code: string }) =>
    login.ask(verifyCodeCall, by, { ...begun, keepsIn: 'page' })
  await login.logIn({ by: known, email: emails.known })
  await login.logIn({ by: guesser, email: emails.guesser })
  for (let wrong = 0; wrong < 50; ) {
    login.api.time += 31_000
    const begun = await login.begin({ by: guesser, email: emails.guesser, isKnown: true }).catch(() => undefined)
    for (let tried = 0; begun !== undefined && tried < 5; tried += 1, wrong += 1)
      await verify(guesser, { ...begun, code: wrongOf(begun.code) })
    if (begun === undefined) login.api.time += 900_000
  }
  const late = await login.ask(beginLoginCall, guesser, { email: emails.guesser, projectId: 'demo', site })
  expect((await reasonOf(late)).slice(0, 2)).toEqual([429, 'too_many_codes'])
  login.api.time += 31_000
  const begun = await login.begin({ by: known, email: emails.known, isKnown: true })
  expect((await reasonOf(await verify(known, { ...begun, code: wrongOf(begun.code) })))[1]).toBe('code_wrong')
  expect((await verify(known, begun)).status).toBe(200)
})

test('[F2] after fifty wrong codes of new devices those of their network are refused, with a code of before as well, but none where a device of its person’s was', async () => {
  const login = await openLogin({ database })
  const verify = (by: TestDevice, begun: { login: string; code: string }) =>
    login.ask(verifyCodeCall, by, { ...begun, keepsIn: 'page' })
  const [home, nearby, stranger] = [await createDevice(), await createDevice(), await createDevice()]
  await login.logIn({ by: home, email: 'home@mail.example' })
  login.api.time += 31_000
  const sent = {
    nearby: await login.begin({ by: nearby, email: 'home@mail.example' }),
    stranger: await login.begin({ by: stranger, email: 'stranger@mail.example' }),
  }
  for (let guesser = 0; guesser < 10; guesser += 1) {
    const by = await createDevice()
    const begun = await login.begin({ by, email: `guesser${guesser}@mail.example` })
    for (let tried = 0; tried < 5; tried += 1) await verify(by, { ...begun, code: wrongOf(begun.code) })
  }
  expect((await reasonOf(await verify(stranger, sent.stranger))).slice(0, 2)).toEqual([429, 'too_many_codes'])
  expect((await verify(nearby, sent.nearby)).status).toBe(200)
})

test('[F2] after fifty wrong codes of new devices in a network, a known device has its code taken there, though its person never was', async () => {
  const login = await openLogin({ database })
  const { config } = login
  const proxy = '203.0.113.77'
  const on = await login.another({ config: { login: config, trustedProxies: [proxy] } })
  const [home, away] = ['198.51.100.1', '192.0.2.1'].map((address) => ({ 'x-forwarded-for': address }))
  const verify = (by: TestDevice, begun: { login: string; code: string }, headers = away) =>
    login.ask(verifyCodeCall, by, { ...begun, keepsIn: 'page' }, { on, headers })
  const [known, stranger] = [await createDevice(), await createDevice()]
  const email = 'known@mail.example'
  expect((await verify(known, await login.begin({ by: known, email, on }), home)).status).toBe(200)
  for (let guesser = 0; guesser < 10; guesser += 1) {
    const by = await createDevice()
    const begun = await login.begin({ by, email: `guesser${guesser}@mail.example`, on })
    for (let tried = 0; tried < 5; tried += 1) await verify(by, { ...begun, code: wrongOf(begun.code) })
  }
  on.time += 31_000
  login.api.time += 31_000
  const sent = await login.begin({ by: stranger, email: 'stranger@mail.example', on })
  expect((await reasonOf(await verify(stranger, sent))).slice(0, 2)).toEqual([429, 'too_many_codes'])
  const begun = await login.begin({ by: known, email, isKnown: true, on })
  expect((await reasonOf(await verify(known, { ...begun, code: wrongOf(begun.code) })))[1]).toBe('code_wrong')
  expect((await verify(known, begun)).status).toBe(200)
})
