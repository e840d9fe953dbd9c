import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { Session } from '@foyer/login/loginCalls'
import {
  answerSocialCall,
  beginSocialCall,
  finishSocialCall,
  openChannelCall,
  pollChannelCall,
} from '@foyer/login/socialCalls'
import type { Database } from '@foyer/service/db/database'
import { type LocalFarcaster, type StartedChain, startChain, startFarcaster, unusedPort } from '@foyer/stack'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { emptyLogin } from './test/emptyLogin.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice, type TestLogin } from './test/openLogin.js'

let database: Database
let chain: StartedChain
let farcaster: LocalFarcaster
let login: TestLogin
const at = (rpcUrl: string) => ({
  farcaster: { rpcUrl, idRegistry: farcaster.idRegistry, relayUrl: farcaster.url },
})
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  farcaster = await startFarcaster({ rpcUrl: chain.url, now: () => login.api.time })
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database, login: { socials: at(chain.url) } })
})
afterAll(async () => {
  await database?.close()
  await farcaster?.stop()
  await chain?.stop()
})

/** Begins a login, and opens its channel. */
async function begin(by: TestDevice) {
  const social = newId()
  const asked = { social, provider: 'farcaster', projectId: 'demo', site }
  expect((await login.ask(beginSocialCall, by, asked)).status).toBe(204)
  const opened = await login.ask(openChannelCall, by, { social })
  const { url, channel } = v.parse(openChannelCall.reply, await opened.json())
  return { social, url, channel }
}
type Begun = Awaited<ReturnType<typeof begin>>

/** Approves, as a telephone does that was led there. */
async function approve({ url, channel }: Begun) {
  const body = new URLSearchParams({ channelToken: channel, as: String(farcaster.accounts[0]?.fid) })
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
}

const poll = (by: TestDevice, { social, channel }: Begun, on: TestLogin = login) =>
  on.ask(pollChannelCall, by, { social, channel })

test('[S1.2 S1.3] [F5] [F7] what is signed on a telephone begins a session of its fid, with the keeper’s word for the same', async () => {
  const maple = await createDevice()
  const begun = await begin(maple)
  const person = `farcaster:${farcaster.accounts[0]?.fid}`
  const confirmation = login.says({ email: '', person, device: maple.device })
  const finish = async () =>
    login.ask(finishSocialCall, maple, { social: begun.social, confirmation: await confirmation, keepsIn: 'page' })
  expect(await (await poll(maple, begun)).json()).toEqual({ said: null })
  // The keeper's word alone is none.
  expect((await finish()).status).toBe(403)
  await approve(begun)
  const [one, other] = await Promise.all([poll(maple, begun), poll(maple, begun)])
  const polled = await one.json()
  expect(polled).toMatchObject({ said: { message: expect.stringContaining('Farcaster Auth'), userName: 'ada' } })
  // The relay says it once; whoever asks beside or again has the same.
  expect([await other.json(), await (await poll(maple, begun)).json()]).toEqual([polled, polled])
  const session = v.parse(Session, await (await finish()).json())
  expect(session).toMatchObject({ person, email: null, userName: 'ada', wallet: null })
  expect(await reasonOf(await poll(maple, begun))).toEqual([404, 'social_unknown', 'social'])
})

test('[F7] another device hears nothing of it, its channel is good for no other login, and no window answers it', async () => {
  const [maple, thief] = [await createDevice(), await createDevice()]
  const [begun, own] = [await begin(maple), await begin(thief)]
  await approve(begun)
  expect(await reasonOf(await poll(thief, begun))).toEqual([404, 'social_unknown', 'social'])
  const said = encodeBytes(randomBytes(80))
  const answered = await login.ask(answerSocialCall, thief, { social: begun.social, said })
  expect(await reasonOf(answered)).toEqual([404, 'social_unknown', 'social'])
  const stolen = await poll(thief, { ...own, channel: begun.channel })
  expect(await reasonOf(stolen)).toEqual([403, 'social_refused', 'provider'])
})

test('what the relay has said is kept while the chain can’t be asked', async () => {
  const maple = await createDevice()
  const begun = await begin(maple)
  await approve(begun)
  const away = await openLogin({
    database,
    login: { socials: at(`http://127.0.0.1:${await unusedPort()}`) },
  })
  expect(await reasonOf(await poll(maple, begun, away))).toEqual([502, 'provider_away', 'provider'])
  const polled = await (await poll(maple, begun)).json()
  expect(polled).toMatchObject({ said: { userName: 'ada' } })
  // Checked once, it is looked at no more.
  expect(await (await poll(maple, begun, away)).json()).toEqual(polled)
})

test('a login opens four channels at most', async () => {
  const maple = await createDevice()
  const { social } = await begin(maple)
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) statuses.push((await login.ask(openChannelCall, maple, { social })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
