import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { personOf } from '@foyer/custody/person'
import { type Receipt, signReceipt } from '@foyer/custody/signed'
import { doorKey, importContribution, unwrapDataKey, wrapLength } from '@foyer/login/door'
import {
  beginLoginCall,
  claimWalletCall,
  openDoorCall,
  readWalletCall,
  renewSessionCall,
  Session,
} from '@foyer/login/loginCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import { openVault } from '@foyer/login/vault'
import type { Database } from '@foyer/service/db/database'
import { unlinked } from '@foyer/service/mail/letter'
import type { Mail } from '@foyer/service/mail/mail'
import { runRound } from '@foyer/service-testing/runRound'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
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
import {
  codeOf,
  createDevice,
  mailBeyond,
  openLogin,
  reasonOf,
  site,
  type TestDevice,
  type TestLogin,
} from './test/openLogin.js'
import { makeWallet } from './test/testWallet.js'

const [ada, lovelace] = ['ada@mail.example', 'lovelace@mail.example']
/** As somebody else's mailbox reads it. */
const masked = { ada: 'a•••@m•••.example', lovelace: 'l•••@m•••.example' } as const
const minuteMs = 60_000
const dayMs = 86_400_000

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

const pass = (ms: number) => {
  login.api.time += ms
}

/** Somebody who is logged in with a wallet, and whose mailbox may be sent a code again. */
async function enter(email = ada, by?: TestDevice) {
  const device = by ?? (await createDevice())
  const session = await login.logIn({ by: device, email })
  const token = session.accessToken
  const made = await makeWallet({ login, by: device, token, email })
  pass(31_000)
  return { by: device, session, token, email, ...made }
}
type Person = Awaited<ReturnType<typeof enter>>

/** The same, logged in again: a network sends an address codes of one change an hour, and those once more. */
async function anHourLater(who: Person): Promise<Person> {
  pass(3_600_000)
  const session = await login.logIn({ by: who.by, email: who.email, isKnown: true })
  pass(31_000)
  return { ...who, session, token: session.accessToken }
}
type Asking = Pick<Person, 'by' | 'token'>

const ask = ({ by, token }: Asking, email: string) => login.ask(beginEmailChangeCall, by, { email, site }, { token })

const type = ({ by, token }: Asking, change: string, code: string) =>
  login.ask(verifyEmailChangeCall, by, { change, code }, { token })

const mailAfter = (count: number): Promise<Mail> => mailBeyond(login.mails, count)

async function begin(who: Asking, email = lovelace) {
  const count = login.mails.length
  const answer = await ask(who, email)
  if (answer.status !== 200) throw new Error(await answer.text())
  const said = v.parse(beginEmailChangeCall.reply, await answer.json())
  return { ...said, mail: await mailAfter(count) }
}

/** Types the code of one mailbox. @returns the code of the other, where there is one */
async function proved(who: Asking, { change, mail }: { change: string; mail: Mail }) {
  const count = login.mails.length
  const answer = await type(who, change, codeOf(mail))
  if (answer.status !== 200) throw new Error(await answer.text())
  const { change: next } = v.parse(verifyEmailChangeCall.reply, await answer.json())
  return next === null ? null : { change: next, mail: await mailAfter(count) }
}

async function proveBoth(who: Asking, email = lovelace) {
  const second = await proved(who, await begin(who, email))
  expect(await proved(who, second ?? expect.fail())).toBeNull()
}

interface Says {
  readonly who: Pick<Person, 'by' | 'wallet'>
  readonly from?: string
  readonly to?: string
  readonly at?: number
  readonly device?: string
}

/** The keeper's word that a wallet has gone from one mailbox to another. */
const says = ({ who, from = ada, to = lovelace, at, device }: Says): Promise<Receipt> => {
  const now = Math.floor(login.api.time / 1000)
  return signReceipt(login.keeper.privateKey, {
    ...{ is: 'bound', person: personOf({ email: to }), device: device ?? who.by.device },
    ...{ ceremony: encodeBytes(randomBytes(16)), expiresAt: now + 600 },
    ...{ wallet: who.wallet.wallet, sealedHash: encodeBytes(randomBytes(32)) },
    moved: { from: personOf({ email: from }), at: at ?? now },
  })
}

const show = ({ by, token }: Asking, receipt: Receipt) => login.ask(claimWalletCall, by, { receipt }, { token })

/** Shows a word that counts, after which the old mailbox is told. */
async function move(who: Asking, receipt: Receipt) {
  const count = login.mails.length
  expect((await show(who, receipt)).status).toBe(204)
  return mailAfter(count)
}

/** The wallet's secret, by the device's own door. */
async function opened({ by, token, wallet, device }: Person) {
  const name = { wallet: wallet.wallet, door: device.said.door, kind: device.said.kind }
  const read = await login.ask(readWalletCall, by, { wallet: wallet.wallet }, { token })
  const answer = await login.ask(openDoorCall, by, { ...name, purpose: 'sign' }, { token })
  if (answer.status !== 200) return null
  const { b } = v.parse(openDoorCall.reply, await answer.json())
  const { vault, doors } = v.parse(readWalletCall.reply, await read.json())
  const key = await doorKey({ a: await importContribution(device.a), b: decodeBytes(b), ...name })
  const wrap = decodeBytes(doors.find(({ door }) => door === name.door)?.wrap ?? '')
  return openVault({
    wallet: name.wallet,
    vault: decodeBytes(vault),
    dataKey: await unwrapDataKey({ key, wrap, ...name }),
  })
}

const ownerOf = async ({ wallet }: Pick<Person, 'wallet'>) => {
  const [row] = await database.orm.select().from(loginWallets).where(eq(loginWallets.id, wallet.wallet))
  return row?.person
}

describe('the codes of a change', () => {
  test('[S4.24] go to the mailbox that the wallet has, then to the new one; either reads both addresses masked', async () => {
    const me = await enter()
    const first = await begin(me)
    expect([first.action, first.codeSeconds, first.mail.to]).toEqual(['VERIFY_PRIMARY_OTP', 600, ada])
    const second = (await proved(me, first)) ?? expect.fail()
    expect(second.mail.to).toBe(lovelace)
    for (const { mail } of [first, second]) {
      for (const said of [masked.ada, masked.lovelace, 'dapp.example']) expect(mail.text).toContain(unlinked(said))
      for (const whole of [ada, lovelace]) expect(mail.text).not.toContain(unlinked(whole))
    }
    expect(await proved(me, second)).toBeNull()
    expect(await ownerOf(me)).toBe(personOf({ email: ada }))
  })

  test('once the first is proved, the same asked again sends the second anew', async () => {
    const me = await enter()
    await proved(me, await begin(me))
    pass(31_000)
    const again = await begin(me)
    expect([again.action, again.mail.to]).toEqual(['VERIFY_SECONDARY_OTP', lovelace])
    expect(await proved(me, again)).toBeNull()
    expect((await begin(await anHourLater(me))).action).toBe('VERIFY_SECONDARY_OTP')
  })

  test('one takes five tries, counts once, in its life, and for its newest mail alone', async () => {
    const me = await enter()
    const first = await begin(me)
    const wrong = codeOf(first.mail) === '000000' ? '111111' : '000000'
    pass(31_000)
    const newer = await begin(me)
    expect(await reasonOf(await type(me, first.change, codeOf(first.mail)))).toEqual([403, 'code_replaced', 'code'])
    for (let tried = 2; tried < 5; tried += 1)
      expect((await reasonOf(await type(me, newer.change, wrong)))[1]).toBe('code_wrong')
    expect((await reasonOf(await type(me, newer.change, wrong)))[1]).toBe('too_many_tries')
    expect((await reasonOf(await type(me, newer.change, codeOf(newer.mail))))[1]).toBe('too_many_tries')
    pass(31_000)
    const last = await begin(me)
    pass(10 * minuteMs)
    expect((await reasonOf(await type(me, last.change, codeOf(last.mail))))[1]).toBe('code_expired')
    const late = await begin(me)
    expect(await proved(me, late)).not.toBeNull()
    expect((await reasonOf(await type(me, late.change, codeOf(late.mail))))[1]).toBe('code_expired')
  })

  test('[F4] one is useless to another device of the same person', async () => {
    const me = await enter()
    const by = await createDevice()
    const session = await login.logIn({ by, email: ada })
    pass(31_000)
    const { change, mail } = await begin(me)
    const asked = await type({ by, token: session.accessToken }, change, codeOf(mail))
    expect((await reasonOf(asked))[1]).toBe('code_expired')
  })

  test('one to the own mailbox is had once in 30 seconds and five times an hour, and takes nothing from its logins', async () => {
    const me = await enter()
    await begin(me)
    expect((await reasonOf(await ask(me, lovelace)))[1]).toBe('too_many_codes')
    for (let sent = 2; sent <= 5; sent += 1) {
      pass(31_000)
      await begin(me, `${sent}@mail.example`)
    }
    pass(31_000)
    expect((await reasonOf(await ask(me, lovelace)))[1]).toBe('too_many_codes')
    await login.begin({ by: me.by, email: ada, isKnown: true })
  })

  test('[F2] those of a stranger who changes to a mailbox day and night lock its owner out of no login', async () => {
    const owner = await createDevice()
    await login.logIn({ by: owner, email: 'owner@mail.example' })
    let stranger: Asking = await enter()
    await proved(stranger, await begin(stranger, 'owner@mail.example'))
    const refused: string[] = []
    const mailed = () => login.mails.filter(({ to }) => to === 'owner@mail.example').length
    const before = mailed()
    for (let minute = 0; minute < 180; minute += 1) {
      pass(60_000)
      if (minute % 14 === 13) {
        // What was sent before has arrived, so that the newest mail is the one that is asked for.
        for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        const { accessToken } = await login.logIn({ by: stranger.by, email: ada, isKnown: true })
        stranger = { ...stranger, token: accessToken }
      }
      await ask(stranger, 'owner@mail.example')
      if (minute % 15 !== 0) continue
      const asked = { email: 'owner@mail.example', projectId: 'demo', site }
      const answer = await login.ask(beginLoginCall, owner, asked)
      if (answer.status !== 200) refused.push(`minute ${minute}`)
    }
    await vi.waitFor(() => expect(mailed()).toBeGreaterThanOrEqual(before + 12))
    expect(refused).toEqual([])
    // Twelve of its own, and three an hour at most of the stranger's.
    expect(mailed() - before).toBeLessThanOrEqual(12 + 3 * 3)
  })

  test('whether the new address has a wallet is told to who has proved its mailbox, and to no one before', async () => {
    const taken = await enter(lovelace)
    const me = await enter()
    const second = (await proved(me, await begin(me))) ?? expect.fail()
    const count = login.mails.length
    expect(await reasonOf(await type(me, second.change, codeOf(second.mail)))).toEqual([409, 'email_taken', 'email'])
    expect(login.mails.length).toBe(count)
    expect(await ownerOf(taken)).toBe(personOf({ email: lovelace }))
    // A keeper that was wrong about it, or worse, joins no wallets either.
    expect((await reasonOf(await show(me, await says({ who: me }))))[1]).toBe('email_taken')
    expect(await ownerOf(me)).toBe(personOf({ email: ada }))
  })

  test('the address that it has is refused, and so is whoever is no mailbox’s', async () => {
    const me = await enter()
    expect(await reasonOf(await ask(me, ada))).toEqual([409, 'email_same', 'email'])
    const [device, person] = [me.by.device, 'google:42']
    const [row] = await database.orm.select().from(loginDevices)
    await database.orm.insert(loginDevices).values({ ...(row ?? expect.fail()), person })
    await database.orm.update(loginSessions).set({ person }).where(eq(loginSessions.device, device))
    expect(await reasonOf(await ask(me, lovelace))).toEqual([403, 'not_by_email', 'email'])
  })
})

describe('a wallet goes to another mailbox', () => {
  test('by the keeper’s word, with its doors, devices and sessions: the device goes on, and the old address has nothing', async () => {
    const me = await enter()
    const other = { ...me, by: await createDevice() }
    const there = await login.logIn({ by: other.by, email: ada })
    pass(31_000)
    await proveBoth(me)
    const own = { kind: 'paper', wrap: encodeBytes(randomBytes(wrapLength)), b: encodeBytes(randomBytes(32)) } as const
    const whose = { wallet: me.wallet.wallet, person: personOf({ email: ada }), email: ada }
    const kept = { ...own, ...whose, door: newId(), proofHash: '', createdAt: new Date(0) }
    await database.orm.insert(loginOwnDoors).values(kept)
    const told = await move(me, await says({ who: me }))
    expect(await database.orm.select().from(loginOwnDoors)).toMatchObject([
      { person: personOf({ email: lovelace }), email: lovelace },
    ])
    expect(await ownerOf(me)).toBe(personOf({ email: lovelace }))
    expect(await opened(me)).toEqual(me.wallet.secret)
    expect([told.to, told.text.includes(unlinked(masked.lovelace))]).toEqual([ada, true])
    // The same again is no fault, in the session that is the new address's by now.
    expect((await show(me, await says({ who: me }))).status).toBe(204)
    for (const [by, refreshToken] of [
      [me.by, me.session.refreshToken],
      [other.by, there.refreshToken],
    ] as const) {
      const renewed = await login.ask(renewSessionCall, by, { refreshToken })
      const { person, email, wallet } = v.parse(Session, await renewed.json())
      expect([person, email, wallet]).toEqual([personOf({ email: lovelace }), lovelace, me.wallet.wallet])
    }
    pass(31_000)
    const old = await login.logIn({ by: await createDevice(), email: ada })
    expect([old.person, old.wallet]).toEqual([personOf({ email: ada }), null])
    const read = await login.ask(readWalletCall, me.by, { wallet: me.wallet.wallet }, { token: old.accessToken })
    expect(read.status).toBe(401)
    for (const table of [loginDoors, loginWallets])
      expect(
        await database.orm
          .select()
          .from(table)
          .where(eq(table.person, personOf({ email: ada }))),
      ).toEqual([])
  })

  test('by a login of the new address, where the device that asked for it never came back', async () => {
    const me = await enter()
    await proveBoth(me)
    pass(31_000)
    const by = await createDevice()
    const session = await login.logIn({ by, email: lovelace })
    expect(session.wallet).toBeNull()
    const unknown = await says({ who: { ...me, wallet: { ...me.wallet, wallet: newId() } }, device: by.device })
    expect((await reasonOf(await show({ by, token: session.accessToken }, unknown)))[1]).toBe('wallet_unknown')
    const receipt = await says({ who: me, device: by.device })
    expect((await show({ by, token: session.accessToken }, receipt)).status).toBe(204)
    expect(await ownerOf(me)).toBe(personOf({ email: lovelace }))
    const read = await login.ask(readWalletCall, by, { wallet: me.wallet.wallet }, { token: session.accessToken })
    expect(read.status).toBe(200)
    expect(await opened(me)).toEqual(me.wallet.secret)
  })

  test('by no word of the keeper’s alone: both mailboxes were proved here, of this device, for that address', async () => {
    const me = await enter()
    expect((await reasonOf(await show(me, await says({ who: me }))))[1]).toBe('unconfirmed')
    await proved(me, await begin(me))
    expect((await reasonOf(await show(me, await says({ who: me }))))[1]).toBe('unconfirmed')
    pass(31_000)
    await proved(me, await begin(me))
    const elsewhere = await says({ who: me, to: 'eve@mail.example' })
    expect((await reasonOf(await show(me, elsewhere)))[1]).toBe('unconfirmed')
    const anothers = await says({ who: me, device: (await createDevice()).device })
    expect((await reasonOf(await show(me, anothers)))[1]).toBe('unconfirmed')
    const forged = await signReceipt((await createDevice()).keys.privateKey, JSON.parse((await says({ who: me })).text))
    expect((await reasonOf(await show(me, forged)))[1]).toBe('unconfirmed')
    expect(await ownerOf(me)).toBe(personOf({ email: ada }))
    pass(90 * dayMs)
    expect(await database.orm.select().from(loginEmailChanges)).toHaveLength(1)
    await runRound(
      (clock) => createLoginKeeping({ orm: database.orm, clock, log: login.api.services.log }),
      login.api.time + 1,
    )
    expect(await database.orm.select().from(loginEmailChanges)).toEqual([])
  })

  test('an earlier word of the keeper’s brings no wallet back', async () => {
    const me = await enter()
    await proveBoth(me)
    const at = Math.floor(login.api.time / 1000)
    await move(me, await says({ who: me, at }))
    pass(31_000)
    await proveBoth(me, ada)
    expect((await reasonOf(await show(me, await says({ who: me, from: lovelace, to: ada, at }))))[1]).toBe(
      'unconfirmed',
    )
    await move(me, await says({ who: me, from: lovelace, to: ada, at: at + 60 }))
    const later = await anHourLater(me)
    await proveBoth(later)
    expect((await reasonOf(await show(later, await says({ who: me, at }))))[1]).toBe('unconfirmed')
    expect(await ownerOf(me)).toBe(personOf({ email: ada }))
  })

  test('a device that the new address knew already stays one of it', async () => {
    const by = await createDevice()
    await login.logIn({ by, email: lovelace })
    pass(31_000)
    const me = await enter(ada, by)
    await proveBoth(me)
    expect((await show(me, await says({ who: me }))).status).toBe(204)
    expect(await opened(me)).toEqual(me.wallet.secret)
    const devices = await database.orm.select({ person: loginDevices.person }).from(loginDevices)
    expect(devices).toEqual([{ person: personOf({ email: lovelace }) }])
  })
})
