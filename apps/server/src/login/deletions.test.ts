import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import {
  closeDeletionCall,
  endDeletionCall,
  finishDeletionCall,
  noticeDeletionCall,
} from '@foyer/custody/deletionCalls'
import { type DeletionStatement, signWord } from '@foyer/custody/keeperWord'
import { personOf } from '@foyer/custody/person'
import { allowDeletionCall, readDeletionCall, stopDeletionCall } from '@foyer/login/loginDeletionCalls'
import type { Database } from '@foyer/service/db/database'
import { runRound } from '@foyer/service-testing/runRound'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  loginCodes,
  loginDeletions,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginOwnDoors,
  loginSessions,
  loginWallets,
} from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { createLoginKeeping } from './loginKeeping.js'
import { emptyLogin } from './test/emptyLogin.js'
import { createDevice, openLogin, reasonOf, type TestLogin, wholeJson } from './test/openLogin.js'
import { createWallet, makeWallet } from './test/testWallet.js'

const [ada, eve] = ['ada@mail.example', 'eve@mail.example']
const [minuteMs, dayMs] = [60_000, 86_400_000]
/** By so much the clocks of both servers may differ. */
const apartMs = 3 * minuteMs

let database: Database
let login: TestLogin
let owner: Awaited<ReturnType<typeof enter>>
let wallet: string
/** The deletion's wait ends then, in seconds. */
let at: number
let deletion: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await emptyLogin(database)
  login = await openLogin({ database })
  owner = await enter(ada)
  wallet = (await makeWallet({ login, ...owner })).wallet.wallet
  at = Math.floor((login.api.time + dayMs) / 1000)
  deletion = newId()
})

const pass = (ms: number) => {
  login.api.time += ms
}
/** One that the keeper has confirmed. */
async function enter(email: string) {
  const by = await createDevice()
  const { accessToken: token } = await login.logIn({ by, email })
  return { by, token, email }
}
/** The owner's session of anew. */
async function logInAgain() {
  pass(31_000)
  owner = { ...owner, token: (await login.logIn({ by: owner.by, email: ada, isKnown: true })).accessToken }
}

type Who = Pick<typeof owner, 'by' | 'token'>
const allow = ({ by, token }: Who = owner) =>
  login.ask(allowDeletionCall, by, { wallet, language: 'de' }, { token, headers: { 'user-agent': firefox } })
const stop = ({ by, token }: Who = owner, of = wallet) => login.ask(stopDeletionCall, by, { wallet: of }, { token })
const read = async ({ by, token }: Who = owner, of = wallet) =>
  (await login.ask(readDeletionCall, by, { wallet: of }, { token })).json()
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const stages = { notice: 'asked', close: 'due', finish: 'done', end: 'ended' } as const
const calls = {
  notice: noticeDeletionCall,
  close: closeDeletionCall,
  finish: finishDeletionCall,
  end: endDeletionCall,
} as const
/** Signs and sends the keeper's word, for an hour. */
async function say(
  what: keyof typeof stages,
  said: Partial<DeletionStatement> = {},
  link = encodeBytes(randomBytes(32)),
) {
  const [person, device] = [personOf({ email: ada }), owner.by.device]
  const expiresAt = Math.floor(login.api.time / 1000) + 3600
  const statement = { stage: stages[what], deletion, wallet, person, device, at, expiresAt, ...said }
  const receipt = await signWord('deletion', login.keeper.privateKey, statement)
  return login.api.post(calls[what].path, what === 'notice' ? { receipt, link } : { receipt }, wholeJson)
}
const is = async (answer: Response | Promise<Response>) => {
  const given = await answer
  return given.ok ? given.status : (await reasonOf(given))[1]
}
/** Mails that say that the wallet is to be deleted, once as many are there. */
async function told(count: number) {
  const those = () => login.mails.filter(({ subject }) => subject.includes('gelöscht'))
  await expect.poll(those).toHaveLength(count)
  return those()
}
const rowsOf = async () => {
  const tables = [loginWallets, loginDoors, loginOwnDoors, loginDevices, loginSessions, loginDeletions]
  return Promise.all(tables.map(async (table) => (await database.orm.select().from(table)).length))
}
const keep = () =>
  runRound((clock) => createLoginKeeping({ orm: database.orm, log: login.api.services.log, clock }), login.api.time)

describe('the keeper’s word that a wallet is to be deleted', () => {
  test('[F15] begins nothing unless a session of the same device has allowed it, within ten minutes', async () => {
    expect(await is(say('notice'))).toBe('unconfirmed')
    expect(await is(allow())).toBe(204)
    const stranger = await enter(eve)
    expect(await is(say('notice', { device: stranger.by.device }))).toBe('unconfirmed')
    expect(await is(say('notice', { person: personOf({ email: eve }) }))).toBe('unconfirmed')
    expect(await is(say('notice', { wallet: newId() }))).toBe('unconfirmed')
    pass(10 * minuteMs)
    expect(await is(say('notice'))).toBe('unconfirmed')
    expect(await read()).toEqual({ opensAt: null })
    pass(-1)
    expect(await is(say('notice'))).toBe(204)
    expect(await read()).toEqual({ opensAt: at })
    expect(await told(1)).toHaveLength(1)
  })

  test('[F15] is told to the mailbox, and what was allowed is read by nobody else', async () => {
    await allow()
    const link = encodeBytes(randomBytes(32))
    expect(await is(say('notice', {}, link))).toBe(204)
    const [mail] = await told(1)
    expect(mail).toMatchObject({ to: ada, text: expect.stringContaining(link) })
    expect(mail?.text).toContain('Firefox')
    const stranger = await enter(eve)
    expect(await read(stranger)).toEqual({ opensAt: null })
    expect(await is(stop(stranger))).toBe(204)
    expect(await read()).toEqual({ opensAt: at })
  })

  test('comes again where its answer was lost, with another link, and of that deletion alone', async () => {
    await allow()
    expect(await is(say('notice'))).toBe(204)
    pass(11 * minuteMs)
    expect(await is(say('notice'))).toBe(204)
    expect(new Set((await told(2)).map(({ text }) => text)).size).toBe(2)
    expect(await is(say('notice', { deletion: newId() }))).toBe('unconfirmed')
    // What waits goes on as it is where it is allowed once more.
    await logInAgain()
    expect(await is(allow())).toBe(204)
    expect(await read()).toEqual({ opensAt: at })
    await say('end')
    expect(await is(say('notice', { deletion: newId(), at: at + 60 }))).toBe(204)
    expect(await read()).toEqual({ opensAt: at + 60 })
  })

  test('to somebody without an address here begins the wait without a mail', async () => {
    await database.orm.update(loginSessions).set({ email: null })
    await allow()
    expect(await is(say('notice'))).toBe(204)
    expect(await read()).toEqual({ opensAt: at })
    expect(await told(0)).toEqual([])
  })

  test('is refused where this server can’t write to the person, and where six were said that day', async () => {
    await allow()
    for (let time = 0; time < 5; time += 1) expect(await is(say('notice'))).toBe(204)
    for (const work of login.api.services.background) if (work.name === 'login mails') await work.stop()
    expect((await say('notice')).status).toBe(503)
    expect((await say('notice')).status).toBe(429)
    expect(await is(say('notice', { person: personOf({ email: eve }) }))).toBe('unconfirmed')
  })

  test.each(['notice', 'close', 'finish', 'end'] as const)('of another stage is none: %s', async (what) => {
    await allow()
    if (what !== 'notice') {
      expect(await is(say('notice'))).toBe(204)
      await told(1)
    }
    if (what === 'finish') await database.orm.update(loginDeletions).set({ status: 'closed' })
    pass(dayMs)
    await logInAgain()
    await allow()
    for (const stage of Object.values(stages))
      if (stage !== stages[what]) expect(await is(say(what, { stage }))).toBe('unconfirmed')
    expect(await is(say(what, { expiresAt: Math.floor(login.api.time / 1000) - 1 }))).toBe('unconfirmed')
    expect(await is(say(what))).toBe(204)
  })
})

describe('whoever allows it', () => {
  test('[F15] has logged in within five minutes, and has that wallet', async () => {
    const stranger = await enter(eve)
    expect(await is(allow(stranger))).toBe('wallet_unknown')
    pass(5 * minuteMs + 1)
    expect(await is(allow())).toBe('login_too_old')
    expect(await database.orm.select().from(loginDeletions)).toEqual([])
  })

  test('does so six times a day', async () => {
    for (let time = 0; time < 6; time += 1) expect(await is(allow())).toBe(204)
    const stranger = await enter(eve)
    expect((await allow()).status).toBe(429)
    // Another person's are counted by themselves.
    expect(await is(allow(stranger))).toBe('wallet_unknown')
  })

  test('and is not heard of any more is forgotten: with what was allowed, or 90 days after the wait', async () => {
    await allow()
    pass(10 * minuteMs + 1)
    await keep()
    expect(await database.orm.select().from(loginDeletions)).toEqual([])
    await logInAgain()
    await allow()
    await say('notice')
    login.api.time = at * 1000 + 90 * dayMs
    await keep()
    expect(await database.orm.select().from(loginDeletions)).toHaveLength(1)
    pass(1)
    await keep()
    expect(await database.orm.select().from(loginDeletions)).toEqual([])
  })
})

describe('a deletion that waits', () => {
  beforeEach(async () => {
    expect([await is(allow()), await is(say('notice'))]).toEqual([204, 204])
    await told(1)
  })
  const due = async (ms = 0) => {
    login.api.time = at * 1000 + ms
    await logInAgain()
    login.api.time = at * 1000 + ms
  }

  test('[F15] is closed when its wait is over by this server’s clock, but for what the clocks are apart', async () => {
    await due(-apartMs - 1)
    expect(await is(say('close'))).toBe('deletion_over')
    pass(1)
    expect(await is(say('close', { deletion: newId() }))).toBe('deletion_over')
    expect(await is(say('close', { wallet: newId() }))).toBe('deletion_over')
    expect(await is(say('close'))).toBe(204)
    // Its answer was lost.
    expect(await is(say('close'))).toBe(204)
    expect(await read()).toEqual({ opensAt: at })
  })

  test('[F15] is stopped by a session of its person, until the keeper has asked for the last time', async () => {
    expect(await is(stop())).toBe(204)
    expect(await read()).toEqual({ opensAt: null })
    // It isn't there any more, or never was: no fault.
    expect([await is(stop()), await is(stop(owner, newId()))]).toEqual([204, 204])
    expect(await is(say('notice'))).toBe('unconfirmed')
    await due()
    expect(await is(say('close'))).toBe('deletion_over')
    expect(await is(say('finish'))).toBe('unconfirmed')
    await allow()
    const next = { deletion: newId(), at: Math.floor(login.api.time / 1000) }
    await say('notice', next)
    expect(await is(say('close', next))).toBe(204)
    expect(await is(stop())).toBe('deletion_over')
    expect(await read()).toEqual({ opensAt: next.at })
  })

  test('ends by the keeper’s word, which is of that deletion alone', async () => {
    for (const other of [{ deletion: newId() }, { wallet: newId() }]) {
      expect(await is(say('end', other))).toBe(204)
      expect(await read()).toEqual({ opensAt: at })
    }
    await due()
    await say('close')
    expect(await is(say('end'))).toBe(204)
    expect(await read()).toEqual({ opensAt: null })
    expect(await is(say('finish'))).toBe('unconfirmed')
    expect(await is(say('end'))).toBe(204)
    // One that was only allowed is another, which goes on.
    await allow()
    await say('end', { deletion })
    expect(await is(say('notice', { deletion: newId() }))).toBe(204)
  })

  test('[F15] deletes nothing before it was closed, and nothing of another wallet, person or deletion', async () => {
    const before = await rowsOf()
    await due()
    expect(await is(say('finish'))).toBe('unconfirmed')
    await say('close')
    expect(await is(say('finish', { deletion: newId() }))).toBe('unconfirmed')
    // There is no such wallet of that person: as if it were deleted already.
    expect(await is(say('finish', { wallet: newId() }))).toBe(204)
    expect(await is(say('finish', { person: personOf({ email: eve }) }))).toBe(204)
    expect(await rowsOf()).toEqual(before)
    await database.orm.update(loginWallets).set({ claimedAt: null })
    expect(await is(say('finish'))).toBe(204)
    expect(await rowsOf()).toEqual(before)
  })

  test('[F15] deletes the wallet with all doors, and what its person has had by then; what they have since stays', async () => {
    const { orm } = database
    const [person, stranger] = [personOf({ email: ada }), await enter(eve)]
    const theirs = (await makeWallet({ login, ...stranger })).wallet.wallet
    const own = {
      b: 'b',
      wrap: 'w',
      credential: null,
      email: null,
      userName: null,
      proofHash: 'p',
      createdAt: new Date(),
    }
    for (const each of [
      { wallet, person },
      { wallet: theirs, person: personOf({ email: eve }) },
    ])
      await orm.insert(loginOwnDoors).values({ ...own, ...each, door: newId(), kind: 'paper' })
    const expiresAt = new Date(at * 1000 + dayMs)
    const common = { site: 's', browser: 'b', hash: 'h', expiresAt }
    for (const [each, by] of [
      [person, owner.by],
      [personOf({ email: eve }), stranger.by],
    ] as const) {
      const row = { ...common, person: each, device: by.device }
      await orm.insert(loginCodes).values({ ...row, id: newId() })
      const change = {
        email: 'new@mail.example',
        id: newId(),
        sentTo: 'from',
        language: 'en',
        keptUntil: expiresAt,
      } as const
      await orm.insert(loginEmailChanges).values({ ...row, ...change })
    }
    login.api.time = at * 1000
    await say('close')
    // A browser of theirs that came within the second of the deletion goes, and one after it stays, with the wallet that it begins.
    const doneAt = at + 60
    const of = { person, site: 's', browser: 'b', network: null, ceremony: null, actsFrom: expiresAt }
    for (const [device, ms] of [
      ['within', 999],
      ['after', 1000],
    ] as const) {
      const time = new Date(doneAt * 1000 + ms)
      await orm.insert(loginDevices).values({ ...of, device, firstSeenAt: time, lastSeenAt: time })
    }
    const started = await createWallet()
    const row = { vault: started.vault, addresses: started.addresses, createdAt: new Date() }
    await orm.insert(loginWallets).values({ ...row, id: started.wallet, person })
    expect(await is(say('finish', { at: doneAt }))).toBe(204)
    expect(new Set((await orm.select().from(loginWallets)).map(({ id }) => id))).toEqual(
      new Set([theirs, started.wallet]),
    )
    expect(new Set((await orm.select().from(loginDoors)).map((each) => each.wallet))).toEqual(new Set([theirs]))
    expect((await orm.select().from(loginOwnDoors)).map((each) => each.wallet)).toEqual([theirs])
    const devices = await orm.select().from(loginDevices)
    expect(new Set(devices.map(({ device }) => device))).toEqual(new Set(['after', stranger.by.device]))
    for (const table of [loginCodes, loginEmailChanges, loginSessions])
      expect((await orm.select({ person: table.person }).from(table)).map((each) => each.person)).toEqual([
        personOf({ email: eve }),
      ])
    expect(await orm.select().from(loginDeletions)).toEqual([])
    // Said once more, it deletes nothing else.
    expect(await is(say('finish', { at: doneAt }))).toBe(204)
    expect(await orm.select().from(loginWallets)).toHaveLength(2)
  })
})
