import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { endSessionCall, renewSessionCall } from '@foyer/login/loginCalls'
import { removeDeviceCall } from '@foyer/login/ownPageCalls'
import { answerWindowCall, askWindowCall, pollWindowCall, readWindowCall } from '@foyer/login/windowCalls'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loginDevices, loginWindows } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { forgetDevice } from './devices.js'
import { createLoginKeeping } from './loginKeeping.js'
import { emptyLogin } from './test/emptyLogin.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice, type TestLogin } from './test/openLogin.js'

let database: Database
let login: TestLogin
let frame: TestDevice
let other: TestDevice
let token: string
let otherToken: string
let refreshToken: string | undefined
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
  ;[frame, other] = [await createDevice(), await createDevice()]
  const session = await login.logIn({ by: frame, email: 'visitor@mail.example' })
  token = session.accessToken
  refreshToken = session.refreshToken
  otherToken = (await login.logIn({ by: other, email: 'other@mail.example' })).accessToken
})
afterAll(() => database?.close())

const [asked, said] = [encodeBytes(randomBytes(900)), encodeBytes(randomBytes(90))]
const unknown = [404, 'window_unknown', 'window']
const ask = (window: string) => login.ask(askWindowCall, frame, { window, asked }, { token })
const poll = async (window: string) => (await login.ask(pollWindowCall, frame, { window }, { token })).json()

test('a window that is cut off from its frame reads what it is asked, and its first word is read once', async () => {
  const window = newId()
  const browser = await createDevice()
  expect((await ask(window)).status).toBe(204)
  expect(await poll(window)).toEqual({ said: null })
  expect(await (await login.ask(readWindowCall, browser, { window })).json()).toEqual({ asked, site, isOwn: false })
  expect((await login.ask(answerWindowCall, browser, { window, said })).status).toBe(204)
  const again = await login.ask(answerWindowCall, browser, { window, said: asked })
  expect(await reasonOf(again)).toEqual([404, 'window_unknown', 'window'])
  expect(await poll(window)).toEqual({ said })
  const polled = await login.ask(pollWindowCall, frame, { window }, { token })
  expect(await reasonOf(polled)).toEqual([404, 'window_unknown', 'window'])
})

test.each([
  ['session', () => login.ask(endSessionCall, frame, { refreshToken })],
  [
    'device',
    async () => {
      const { person } = await (login.api.services.login ?? expect.fail()).sessions.find({
        token,
        device: frame.device,
      })
      await forgetDevice({ orm: database.orm, person, device: frame.device })
    },
  ],
])('a frame whose %s ends while it asks leaves nothing', async (_, end) => {
  const { sessions, windows } = login.api.services.login ?? expect.fail()
  const by = await sessions.find({ token, device: frame.device })
  await end()
  await expect(windows.ask({ by, window: newId(), asked })).rejects.toMatchObject({ code: 'session_over' })
  expect(await database.orm.select().from(loginWindows)).toEqual([])
})

test('it is asked and polled in a session, and by the frame alone that asked', async () => {
  const window = newId()
  const stranger = await login.ask(askWindowCall, frame, { window, asked })
  expect(await reasonOf(stranger)).toEqual([401, 'session_over', 'session'])
  await ask(window)
  const taken = await login.ask(askWindowCall, other, { window, asked: said }, { token: otherToken })
  expect(await reasonOf(taken)).toEqual([409, 'window_taken', 'window'])
  await login.ask(answerWindowCall, other, { window, said })
  const overheard = await login.ask(pollWindowCall, other, { window }, { token: otherToken })
  expect(await reasonOf(overheard)).toEqual([404, 'window_unknown', 'window'])
  expect(await poll(window)).toEqual({ said })
})

test('[F13] a letter’s site is that of the device which has asked, of this person; it is a browser’s own where its visitor is logged in there as the same', async () => {
  const [window, others] = [newId(), newId()]
  const browser = await createDevice()
  login.api.time += 31_000 // until another code may be asked for
  await login.logIn({ by: browser, email: 'visitor@mail.example' })
  const { orm } = database
  const isOther = and(eq(loginDevices.device, frame.device), eq(loginDevices.person, 'email:other@mail.example'))
  await login.logIn({ by: frame, email: 'other@mail.example' })
  await orm.update(loginDevices).set({ site: 'https://bank.example' }).where(isOther)
  await ask(window)
  await login.ask(askWindowCall, other, { window: others, asked }, { token: otherToken })
  const read = async (of: string, by: TestDevice) => (await login.ask(readWindowCall, by, { window: of })).json()
  expect(await read(window, browser)).toEqual({ asked, site, isOwn: true })
  expect(await read(others, browser)).toEqual({ asked, site, isOwn: false })
  expect(await read(window, await createDevice())).toEqual({ asked, site, isOwn: false })
})

const email = 'visitor@mail.example'
const sessionEnds: Record<string, () => Promise<void>> = {
  async 'its visitor signs out, in whichever tab'() {
    login.api.time += 31_000 // until another code may be asked for
    const { refreshToken } = await login.logIn({ by: frame, email })
    await login.ask(endSessionCall, frame, { refreshToken })
  },
  async 'a token of its was used twice'() {
    login.api.time += 31_000
    const { refreshToken } = await login.logIn({ by: frame, email })
    await login.ask(renewSessionCall, frame, { refreshToken })
    login.api.time += 10_001
    await login.ask(renewSessionCall, frame, { refreshToken })
  },
  async 'its device is removed by another'() {
    login.api.time += 31_000
    const second = await createDevice()
    const { accessToken } = await login.logIn({ by: second, email })
    await login.ask(removeDeviceCall, second, { device: frame.device }, { token: accessToken })
  },
}

test.each(Object.keys(sessionEnds))(
  '[F13] no letter and no answer of a device outlives its session, which ends as %s: a later login hears of neither',
  async (how) => {
    const [open, answered] = [newId(), newId()]
    for (const window of [open, answered]) await ask(window)
    await login.ask(answerWindowCall, other, { window: answered, said })
    await sessionEnds[how]?.()
    expect(await reasonOf(await login.ask(readWindowCall, other, { window: open }))).toEqual(unknown)
    expect(await reasonOf(await login.ask(answerWindowCall, other, { window: open, said }))).toEqual(unknown)
    login.api.time += 31_000
    const { accessToken } = await login.logIn({ by: frame, email })
    const again = (window: string) => login.ask(pollWindowCall, frame, { window }, { token: accessToken })
    expect(await reasonOf(await again(answered))).toEqual(unknown)
    expect(await reasonOf(await again(open))).toEqual(unknown)
  },
)

test('another device’s letters stay when one signs out', async () => {
  const window = newId()
  await login.ask(askWindowCall, other, { window, asked }, { token: otherToken })
  await sessionEnds['its visitor signs out, in whichever tab']?.()
  expect((await login.ask(readWindowCall, frame, { window })).status).toBe(200)
})

test('the newest of a device stays, though all of them are of one millisecond', async () => {
  for (const window of Array.from({ length: 30 }, newId)) {
    await ask(window)
    expect(await poll(window)).toEqual({ said: null })
  }
})

test('nothing is there for longer than five minutes, nor more than eight of a device', async () => {
  const windows = Array.from({ length: 9 }, newId)
  for (const window of windows) {
    await ask(window)
    login.api.time += 1_000
  }
  const rows = await database.orm.select().from(loginWindows)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(windows.slice(1).toSorted())
  login.api.time += 298_500 // since the last was asked; the one before it is a second older
  const [late = '', last = ''] = windows.slice(-2)
  const over = await login.ask(readWindowCall, frame, { window: late })
  expect(await reasonOf(over)).toEqual([404, 'window_unknown', 'window'])
  expect((await login.ask(readWindowCall, frame, { window: last })).status).toBe(200)
  const { log } = login.api.services
  await runRound((clock) => createLoginKeeping({ orm: database.orm, log, clock }), login.api.time)
  expect((await database.orm.select().from(loginWindows)).map(({ id }) => id)).toEqual([last])
})
