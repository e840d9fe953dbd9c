import { nextNonce } from '@foyer/custody/calls'
import { beginLoginCall, verifyCodeCall } from '@foyer/login/loginCalls'
import type { Database } from '@foyer/service/db/database'
import { unlinked } from '@foyer/service/mail/letter'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginCodes, loginDevices, loginSessions, usedNonces } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { createCodes } from './codes.js'
import {
  codeOf,
  createDevice,
  mailBeyond,
  namedKey,
  openLogin,
  reasonOf,
  site,
  type TestDevice,
  type TestLogin,
} from './test/openLogin.js'

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
const beginning = (more: object = {}) => ({ email, projectId: 'demo', site, ...more })
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const verify = (by: TestDevice, payload: { login: string; code: string }) =>
  login.ask(verifyCodeCall, by, { ...payload, keepsIn: 'page' })

describe('a code', () => {
  test('[F1] has six digits, each as often as any other', () => {
    const codes = createCodes({ keys: [namedKey('2026', 1)] })
    const counts = new Map<string, number>()
    const draws = 20_000
    for (let drawn = 0; drawn < draws; drawn += 1) {
      const code = codes.create()
      expect(code).toMatch(/^\d{6}$/)
      for (const digit of code) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    }
    const expected = (draws * 6) / 10
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // Nine degrees of freedom: one honest run in a million is above 45.
    expect([counts.size, chiSquare < 45]).toEqual([10, true])
  })

  test('[F1] is kept as a keyed hash that another key, another login and another code don’t give', () => {
    const codes = createCodes({ keys: [namedKey('2026', 1)] })
    const hash = codes.hash({ login: 'a', code: '123456' })
    expect(hash).not.toContain('123456')
    expect(codes.matches({ login: 'a', code: '123456', hash })).toBe(true)
    expect(codes.matches({ login: 'b', code: '123456', hash })).toBe(false)
    expect(codes.matches({ login: 'a', code: '123457', hash })).toBe(false)
    expect(createCodes({ keys: [namedKey('2026', 2)] }).matches({ login: 'a', code: '123456', hash })).toBe(false)
    for (const none of ['', '2026', '2026.AAAA', hash.replace('2026.', '2025.')])
      expect(codes.matches({ login: 'a', code: '123456', hash: none })).toBe(false)
    const rotated = createCodes({ keys: [namedKey('2027', 2), namedKey('2026', 1)] })
    expect(rotated.matches({ login: 'a', code: '123456', hash })).toBe(true)
  })

  test('[F1] is tried five times: the fifth wrong one says that it is dead, and the right one no longer counts', async () => {
    const begun = await login.begin({ by: maple, email })
    const said: unknown[] = []
    for (let tried = 0; tried < 5; tried += 1)
      said.push((await reasonOf(await verify(maple, { ...begun, code: wrongOf(begun.code) })))[1])
    said.push((await reasonOf(await verify(maple, begun)))[1])
    expect(said).toEqual([...Array(4).fill('code_wrong'), 'too_many_tries', 'too_many_tries'])
  })

  test('[F1] counts once, for its minutes, and only the newest', async () => {
    const first = await login.begin({ by: maple, email })
    login.api.time += 30_000
    const second = await login.begin({ by: maple, email })
    expect(await reasonOf(await verify(maple, first))).toEqual([403, 'code_replaced', 'code'])
    expect((await verify(maple, second)).status).toBe(200)
    expect(await reasonOf(await verify(maple, second))).toEqual([403, 'code_expired', 'login'])
    login.api.time += 30_000
    const third = await login.begin({ by: maple, email, isKnown: true })
    login.api.time += 600_000
    expect(await reasonOf(await verify(maple, third))).toEqual([403, 'code_expired', 'login'])
  })

  test('[F1] of an earlier mail is said to be replaced, and the newest lets in, by whichever id of the device’s the page goes', async () => {
    const oak = await createDevice()
    const begun: Awaited<ReturnType<typeof login.begin>>[] = []
    for (let each = 0; each < 3; each += 1) {
      begun.push(await login.begin({ by: maple, email }))
      login.api.time += 31_000
    }
    const [first, second, newest] = begun
    if (!first || !second || !newest) return expect.fail()
    for (const { code } of [first, second])
      expect(await reasonOf(await verify(maple, { ...newest, code }))).toEqual([403, 'code_replaced', 'code'])
    expect(await reasonOf(await verify(oak, { ...first, code: newest.code }))).toEqual([403, 'code_expired', 'login'])
    // The answer of the last begin was lost, or another tab has asked.
    expect((await verify(maple, { ...first, code: newest.code })).status).toBe(200)
    expect(await reasonOf(await verify(maple, { ...first, code: newest.code }))).toEqual([403, 'code_expired', 'login'])
  })

  test('[F1] names the configured minutes in its mail, in words and as a page, and to the page that asked', async () => {
    const short = await openLogin({ database, login: { codeMinutes: 7 } })
    await short.begin({ by: maple, email })
    const answer = await short.ask(beginLoginCall, maple, beginning())
    expect(await answer.json()).toMatchObject({ codeSeconds: 420 })
    const [mail] = short.mails
    for (const text of [mail?.text, mail?.html]) expect(text).toContain('good for 7 minutes')
    expect(mail?.to).toBe(email)
    expect(mail?.text).toContain(unlinked('dapp.example'))
  })
})

test('a mail with a code is in the language that the visitor reads, and a tag that is none is refused', async () => {
  const { code } = await login.begin({ by: maple, email, language: 'de-AT' })
  expect(login.mails.at(-1)?.subject).toBe(`${code} ist Ihr Code bei ${unlinked('dapp.example')}`)
  expect(login.mails.at(-1)?.html).toContain('<html lang="de"')
  const refused = await login.ask(beginLoginCall, maple, beginning({ language: 'Deutsch, bitte' }))
  expect(await reasonOf(refused)).toEqual([400, 'invalid_input', 'language'])
})

describe('a login', () => {
  test('[F4] goes nowhere without the keeper’s word for this device and person', async () => {
    const oak = await createDevice()
    const begin = (confirmation: unknown) => login.ask(beginLoginCall, maple, beginning({ confirmation }))
    const good = { email, device: maple.device }
    const refused = [
      await login.says({ ...good, email: 'other@mail.example' }),
      await login.says({ ...good, device: oak.device }),
      await login.says({ ...good, expiresAt: login.api.time / 1000 - 1 }),
      await login.says({ ...good, is: 'unbound' }),
      { ...(await login.says(good)), signature: 'A'.repeat(86) },
    ]
    for (const receipt of refused)
      expect(await reasonOf(await begin(receipt))).toEqual([403, 'unconfirmed', 'confirmation'])
    expect(login.mails).toEqual([])
    expect((await begin(await login.says(good))).status).toBe(200)
  })

  test('[F4] is bound to the browser that asked: its code is useless to another', async () => {
    const begun = await login.begin({ by: maple, email })
    const oak = await createDevice()
    expect(await reasonOf(await verify(oak, begun))).toEqual([403, 'code_expired', 'login'])
    expect((await verify(maple, begun)).status).toBe(200)
  })

  test('[F4] a device that was removed doesn’t come back by the confirmation that it came by', async () => {
    const confirmation = await login.says({ email, device: maple.device })
    const enter = async () => {
      const answer = await login.ask(beginLoginCall, maple, beginning({ confirmation }))
      const { login: id } = v.parse(beginLoginCall.reply, await answer.json())
      await vi.waitFor(() => expect(login.mails.length).toBeGreaterThan(0))
      const code = /\d{6}/.exec(login.mails.pop()?.text ?? '')?.[0] ?? ''
      return verify(maple, { login: id, code })
    }
    expect((await enter()).status).toBe(200)
    await database.orm.delete(loginDevices)
    login.api.time += 31_000
    expect(await reasonOf(await enter())).toEqual([403, 'unconfirmed', 'confirmation'])
    expect(await database.orm.select().from(loginSessions)).toEqual([])
  })

  test('[F4] a confirmation that is over when the code is asked for lets no device in; one that ends before the code is typed does', async () => {
    const expiresAt = login.api.time / 1000 + 60
    const confirmation = await login.says({ email, device: maple.device, expiresAt })
    const ask = () => login.ask(beginLoginCall, maple, beginning({ confirmation }))
    const { login: id } = v.parse(beginLoginCall.reply, await (await ask()).json())
    await vi.waitFor(() => expect(login.mails).toHaveLength(1))
    login.api.time += 60_001
    expect(await reasonOf(await ask())).toEqual([403, 'unconfirmed', 'confirmation'])
    expect((await verify(maple, { login: id, code: codeOf(login.mails[0]) })).status).toBe(200)
  })

  test('[F4] a code alone makes no device the person’s', async () => {
    await login.logIn({ by: maple, email })
    login.api.time += 31_000
    const begun = await login.begin({ by: maple, email, isKnown: true })
    await database.orm.delete(loginDevices)
    expect(await reasonOf(await verify(maple, begun))).toEqual([403, 'unconfirmed', 'confirmation'])
  })

  test('[F3] answers an unknown, a known and a limited address with bodies that differ in the login’s random id alone', async () => {
    await login.logIn({ by: maple, email })
    for (let asked = 0; asked < 4; asked += 1) {
      login.api.time += 31_000
      await login.begin({ by: maple, email, isKnown: true })
    }
    const mailed = login.mails.length
    const oak = await createDevice()
    const said = await Promise.all(
      [email, 'unknown@mail.example'].map(async (each) => {
        const answer = await login.ask(beginLoginCall, oak, beginning({ email: each }))
        const text = await answer.text()
        const { login: id } = v.parse(beginLoginCall.reply, JSON.parse(text))
        return { status: answer.status, text: text.replace(id, '-'), headers: headersOf(answer) }
      }),
    )
    expect(said[0]).toEqual(said[1])
    expect(said[0]?.text).toBe('{"login":"-","action":"VERIFY_DEVICE","codeSeconds":600}')
    expect(login.mails.length).toBe(mailed)
  })

  test('[F12] is for the project’s own sites', async () => {
    const begin = async (more: object) => reasonOf(await login.ask(beginLoginCall, maple, beginning(more)))
    expect(await begin({ site: 'https://dapp.example.evil.example' })).toEqual([403, 'origin_not_allowed', 'origin'])
    expect(await begin({ projectId: 'none' })).toEqual([401, 'invalid_key', 'projectId'])
    expect(await begin({ site: 'null' })).toEqual([400, 'invalid_input', 'site'])
    expect(await begin({ email: 'nobody' })).toEqual([400, 'invalid_input', 'email'])
  })
})

/** But those that are new with every answer. */
const headersOf = ({ headers }: Response) =>
  [...headers].filter(([name]) => name !== 'x-request-id' && name !== nextNonce)

describe('how often', () => {
  const limitedIn = async (answer: Response) => [
    await reasonOf(answer.clone()),
    Number(answer.headers.get('retry-after')),
  ]
  const again = (by: TestDevice) => login.ask(beginLoginCall, by, beginning())

  test('[F2] a person gets one code in 30 seconds and five an hour', async () => {
    await login.logIn({ by: maple, email })
    expect(await limitedIn(await again(maple))).toEqual([[429, 'too_many_codes', 'email'], 30])
    for (let sent = 1; sent < 5; sent += 1) {
      login.api.time += 30_000
      expect((await again(maple)).status).toBe(200)
    }
    login.api.time += 30_000
    expect(await limitedIn(await again(maple))).toEqual([[429, 'too_many_codes', 'email'], 3_450])
    login.api.time += 3_450_000
    expect((await again(maple)).status).toBe(200)
  })

  test('[F2] a person gets one code in 30 seconds, whichever of their devices asks', async () => {
    await login.logIn({ by: maple, email })
    const oak = await createDevice()
    const confirmation = await login.says({ email, device: oak.device })
    const entering = () => login.ask(beginLoginCall, oak, beginning({ confirmation }))
    expect(await limitedIn(await entering())).toEqual([[429, 'too_many_codes', 'email'], 30])
    login.api.time += 30_000
    expect((await entering()).status).toBe(200)
  })

  test('[F2] new devices have three codes an hour of networks that none of their person’s came from, and five where one did', async () => {
    const { config } = login
    const on = await login.another({ config: { login: config, trustedProxies: ['203.0.113.77'] } })
    const begins = async (address: string, by: TestDevice, confirmation?: unknown) =>
      login.ask(beginLoginCall, by, beginning({ confirmation }), { on, headers: { 'x-forwarded-for': address } })
    const comes = async (address: string) => {
      on.time += 31_000
      const by = await createDevice()
      return (await begins(address, by, await login.says({ email, device: by.device }))).status
    }
    const home = '192.0.2.1'
    const { login: id } = v.parse(
      beginLoginCall.reply,
      await (await begins(home, maple, await login.says({ email, device: maple.device }))).json(),
    )
    const code = codeOf(await mailBeyond(login.mails, 0))
    const payload = { login: id, code, keepsIn: 'page' }
    const entered = await login.ask(verifyCodeCall, maple, payload, { on, headers: { 'x-forwarded-for': home } })
    expect(entered.status).toBe(200)
    // The first was of a stranger’s network itself.
    expect([await comes('198.51.100.1'), await comes('198.51.101.1')]).toEqual([200, 200])
    expect([await comes('198.51.102.1'), await comes(home), await comes(home)]).toEqual([429, 200, 200])
    expect(await comes(home)).toBe(429)
  })

  test('[F2] a network gets sixty codes an hour, whoever asks there', async () => {
    for (let person = 0; person < 60; person += 1) {
      await login.begin({ by: await createDevice(), email: `${person}@mail.example` })
    }
    const confirmation = await login.says({ email, device: maple.device })
    const answer = await login.ask(beginLoginCall, maple, beginning({ confirmation }))
    expect(await limitedIn(answer)).toEqual([[429, 'too_many_codes', 'email'], 3_600])
    expect(login.mails).toHaveLength(60)
    // What it says of itself by a proxy that isn’t trusted is nothing.
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    expect((await login.ask(beginLoginCall, maple, beginning({ confirmation }), { headers })).status).toBe(429)
  })

  test('[F2] behind a trusted proxy a network is one, whichever way its addresses are written', async () => {
    const { config } = login
    const on = await login.another({ config: { login: config, trustedProxies: ['203.0.113.77'] } })
    const begins = async (address: string, person: string) => {
      const by = await createDevice()
      const to = `${person}@mail.example`
      const confirmation = await login.says({ email: to, device: by.device })
      const headers = { 'x-forwarded-for': address }
      return (await login.ask(beginLoginCall, by, beginning({ email: to, confirmation }), { on, headers })).status
    }
    const written = ['198.51.100.1', '::ffff:198.51.100.2', '2002:c633:6403::1', '64:ff9b::198.51.100.4']
    const answers: number[] = []
    for (let person = 0; person < 61; person += 1) answers.push(await begins(written[person % 4] ?? '', String(person)))
    expect([answers.slice(0, 60).every((status) => status === 200), answers.at(60)]).toEqual([true, 429])
    expect(await begins('2002:c633:6501::1', 'another')).toBe(200)
  })

  test('[F2] a network is one whatever it says by a proxy that isn’t trusted', async () => {
    const answers: number[] = []
    for (let person = 0; person < 61; person += 1) {
      const by = await createDevice()
      const to = `${person}@mail.example`
      const confirmation = await login.says({ email: to, device: by.device })
      const headers = { 'x-forwarded-for': `198.51.${person}.1` }
      answers.push((await login.ask(beginLoginCall, by, beginning({ email: to, confirmation }), { headers })).status)
    }
    expect([answers.slice(0, 60).every((status) => status === 200), answers.at(60)]).toEqual([true, 429])
  })

  test('[F2] fifty wrong codes a day stop the known browser that guessed, and nobody else of its network', async () => {
    const oak = await createDevice()
    await login.logIn({ by: oak, email: 'neighbour@mail.example' })
    await login.logIn({ by: maple, email })
    let wrong = 0
    while (wrong < 50) {
      login.api.time += 900_000
      const begun = await login.begin({ by: maple, email, isKnown: true })
      for (let tried = 0; tried < 5; tried += 1, wrong += 1)
        await verify(maple, { ...begun, code: wrongOf(begun.code) })
    }
    login.api.time += 900_000
    expect((await reasonOf(await again(maple))).slice(0, 2)).toEqual([429, 'too_many_codes'])
    const stranger = await createDevice()
    const confirmation = await login.says({ email: 'new@mail.example', device: stranger.device })
    const entering = await login.ask(beginLoginCall, stranger, beginning({ email: 'new@mail.example', confirmation }))
    expect(entering.status).toBe(200)
    const neighbour = await login.ask(beginLoginCall, oak, beginning({ email: 'neighbour@mail.example' }))
    expect(neighbour.status).toBe(200)
    login.api.time += 86_400_000
    expect((await again(maple)).status).toBe(200)
  })
})
