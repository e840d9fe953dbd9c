import { newId } from '@foyer/custody/bytes'
import { type CodeWord, nameSiteCall, sendCodeCall, signWord } from '@foyer/custody/keeperWord'
import { beginEmailChangeCall } from '@foyer/login/loginEmailCalls'
import type { Database } from '@foyer/service/db/database'
import type { Mail } from '@foyer/service/mail/mail'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loginCodes } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import { createDevice, mailBeyond, openLogin, reasonOf, site, type TestLogin, wholeJson } from './test/openLogin.js'

/* Sites in mails: whoever asks says any, and those of the operator's projects alone are named. */

const evil = 'https://your-wallet-is-locked-call-1-800-555-1234.example'
const readOf = ({ subject, text, html }: Mail) => `${subject}\n${text}\n${html}`.replaceAll('\u200c', '')

let database: Database
let login: TestLogin
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
})

const seconds = (laterMs: number) => Math.floor((login.api.time + laterMs) / 1000)

test('who is logged in has no stranger read of a site that no project allows, by a change of the address', async () => {
  const device = await createDevice()
  const { accessToken: token } = await login.logIn({ by: device, email: 'eve@mail.example' })
  login.api.time += 31_000
  for (const [said, subject] of [
    [evil, /^\d{6} is your code for another site$/],
    [site, /^\d{6} is your code for dapp\.example$/],
  ] as const) {
    const sent = login.mails.length
    const payload = { email: 'ada@mail.example', site: said }
    expect((await login.ask(beginEmailChangeCall, device, payload, { token })).status).toBe(200)
    const mail = await mailBeyond(login.mails, sent)
    expect(readOf(mail)).not.toMatch(/locked|555/)
    expect(mail.subject.replaceAll('\u200c', '')).toMatch(subject)
    login.api.time += 31_000
  }
})

test('the keeper’s word has no code sent for a site that no project allows: its login would go no further', async () => {
  const { device } = await createDevice()
  const word = { person: 'email:ada@mail.example', device, browser: 'Firefox', language: 'en' }
  const send = async (more: Pick<CodeWord, 'site'>) => {
    const said = { ...word, ...more, ceremony: newId(), expiresAt: seconds(600_000) }
    const receipt = await signWord('code', login.keeper.privateKey, said)
    return login.api.post(sendCodeCall.path, { receipt }, wholeJson)
  }
  expect(await reasonOf(await send({ site: evil }))).toEqual([403, 'unconfirmed', 'confirmation'])
  expect(await database.orm.select().from(loginCodes)).toEqual([])
  expect((await send({ site })).status).toBe(204)
  expect(readOf(await mailBeyond(login.mails, 0))).toContain('is your code for dapp.example')
  expect(login.mails).toHaveLength(1)
})

test('the keeper is answered how a site is named; nobody else is', async () => {
  const other = await createDevice()
  const name = async (of: string, by = login.keeper.privateKey, laterMs = 60_000) => {
    const receipt = await signWord('site', by, { site: of, expiresAt: seconds(laterMs) })
    return login.api.post(nameSiteCall.path, { receipt }, wholeJson)
  }
  expect(await (await name(site)).json()).toEqual({ name: 'dapp.example' })
  expect(await (await name(evil)).json()).toEqual({ name: null })
  expect(await reasonOf(await name(site, other.keys.privateKey))).toEqual([403, 'unconfirmed', 'confirmation'])
  expect(await reasonOf(await name(site, login.keeper.privateKey, -1_000))).toEqual([
    403,
    'unconfirmed',
    'confirmation',
  ])
})
