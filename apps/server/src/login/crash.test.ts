import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBytes, encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import type { SignedCall } from '@foyer/custody/calls'
import { doorKey, importContribution, type SharedDoorKind, unwrapDataKey } from '@foyer/login/door'
import {
  beginLoginCall,
  claimWalletCall,
  keepWalletCall,
  openDoorCall,
  readWalletCall,
  Session,
  verifyCodeCall,
} from '@foyer/login/loginCalls'
import { beginEmailChangeCall, verifyEmailChangeCall } from '@foyer/login/loginEmailCalls'
import { openVault } from '@foyer/login/vault'
import type { DatabaseLocation } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { type MailServer, startMailServer } from '@foyer/service-testing/startMailServer'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  loginCodes,
  loginDevices,
  loginDoors,
  loginEmailChanges,
  loginSessions,
  loginWallets,
  usedNonces,
} from '../db/schema/index.js'
import { type BuiltServer, buildServer, listening, type StartedProcess } from '../test/buildServer.js'
import { demo, openTestDatabase } from '../test/openApi.js'
import { askSigned, createDevice, signStatement, site, type TestDevice, walletOrigin } from './test/openLogin.js'
import { createWallet, makeDoor, type TestDoor } from './test/testWallet.js'

/** The calls of a page to the server until its wallet is open, and then another mailbox's, in order. */
const steps = [
  ...(['begin', 'verify', 'device door', 'recovery door', 'keep', 'claim', 'open'] as const),
  ...(['change', 'old code', 'new code', 'move'] as const),
] as const
type Step = (typeof steps)[number]
/** The point where the server is killed: before it is asked for a step, or while it works on it. */
type KillPoint = `${'before' | 'within'} ${Step}`

const everywhere = steps.flatMap((step): readonly KillPoint[] => [`before ${step}`, `within ${step}`])
/** FOYER_FULL=1: each point alone, and then all within one login, seven times over: 176 points. */
const rounds: readonly (readonly KillPoint[])[] = process.env.FOYER_FULL
  ? [...everywhere.map((point) => [point]), ...Array.from({ length: 7 }, () => everywhere)]
  : [['within verify', 'within keep', 'within claim', 'before change', 'within move']]

let built: BuiltServer
let mails: MailServer
let folder: string
let postgres: LentPostgres
let location: DatabaseLocation
let server: StartedProcess
let port: string
let keeper: TestDevice
const written: string[] = []
const codes: string[] = []
const dumped: string[] = []
/** The values that are in no log and no row, beside codes: tokens, halves of doors, wallets' secrets. */
const secrets: string[] = []
beforeAll(async () => {
  ;[built, mails, folder, keeper] = await Promise.all([
    buildServer(),
    startMailServer(),
    mkdtemp(join(tmpdir(), 'foyer-login-')),
    createDevice(),
  ])
  postgres = lendPostgres()
  // FOYER_FULL=1: on the embedded database, which is killed in rounds of swaps and of the index too; else where a start takes a third of the time.
  location = process.env.FOYER_FULL
    ? { kind: 'directory', path: join(folder, 'data') }
    : { kind: 'postgres', url: await postgres.createDatabase() }
  await start()
})
afterAll(async () => {
  await Promise.all([built?.remove(), mails?.stop()])
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const key = Buffer.alloc(32, 5).toString('base64')
  const login = { WALLET_ORIGIN: walletOrigin, LOGIN_KEYS: `2026:${key}`, LOGIN_KEEPER_KEY: keeper.device }
  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'login@wallet.example' }
  const data: Record<string, string> =
    location.kind === 'postgres' ? { DATABASE_URL: location.url } : { DATA_DIR: join(folder, 'data') }
  const env = { ...data, PROJECTS: JSON.stringify([demo]), ...login, ...mail }
  server = built.start({ env: { PORT: '0', LOG_LEVEL: 'info', ...env } })
  ;[, port = ''] = await server.line(listening)
}

async function restart(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
  written.push(server.output())
  await start()
}

const on = {
  post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
}

test.each(rounds.map((killed, round) => ({ round, title: killed.join(', ') })))(
  '[F16] round $round: killed $title, it runs again, and one wallet is there and opens',
  ({ round }) => lived(round),
)

/** Forgets a failure, so that all is gone through anew where its test is tried again. */
const notKept = (forget: () => void) => (error: unknown) => {
  forget()
  throw error
}

const living = new Map<number, Promise<void>>()

/** A round, which is gone through once, whichever test is the first to need it. */
function lived(round: number): Promise<void> {
  const begun = living.get(round) ?? live(round).catch(notKept(() => living.delete(round)))
  living.set(round, begun)
  return begun
}

async function live(round: number): Promise<void> {
  const email = `visitor-${round}@mail.example`
  const left = new Set(rounds[round])
  /** Asks for a step, as often as it is cut off. */
  const at = async <Reply>(step: Step, ask: () => Promise<Reply>): Promise<Reply> => {
    if (left.delete(`before ${step}`)) await restart()
    if (!left.delete(`within ${step}`)) return ask()
    const cut = ask().catch(() => undefined)
    // A moment in which the call is under way, another one each round.
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.race([cut, moment(round)])
    await restart()
    await cut
    return ask()
  }
  const by = await createDevice()
  const session = await logIn({ by, email, at })
  const token = session.accessToken
  secrets.push(token, session.refreshToken ?? '')
  const wallet = await createWallet()
  const says = (said: { email: string }) => signStatement({ keeper: keeper.keys, now: Date.now(), ...said })
  const login = { ask: asking(on), says }
  const doorOf = (kind: SharedDoorKind, door = newId()) =>
    at(`${kind} door`, () => makeDoor({ login, by, token, kind, wallet, door }))
  const [device, recovery] = [await doorOf('device'), await doorOf('recovery')]
  const { dataKey: _, secret: __, ...said } = wallet
  const doors = [device.said, recovery.said]
  const ask = (of: SignedCall, payload: unknown) => login.ask(of, by, payload, { token })
  expect((await at('keep', () => ask(keepWalletCall, { ...said, doors }))).status).toBe(204)
  const bound = {
    is: 'bound',
    device: by.device,
    wallet: wallet.wallet,
    sealedHash: encodeBytes(randomBytes(32)),
  } as const
  const receipt = await signStatement({ keeper: keeper.keys, now: Date.now(), email, ...bound })
  expect((await at('claim', () => ask(claimWalletCall, { receipt }))).status).toBe(204)
  const opened = await at('open', async () => {
    const payload = { wallet: wallet.wallet, door: device.said.door, purpose: 'sign' }
    return v.parse(openDoorCall.reply, await (await ask(openDoorCall, payload)).json())
  })
  const read = v.parse(readWalletCall.reply, await (await ask(readWalletCall, { wallet: wallet.wallet })).json())
  expect(await secretOf({ read, device, b: opened.b })).toEqual(wallet.secret)
  secrets.push(opened.b, ...[device.a, recovery.a, wallet.secret, wallet.dataKey].map((bytes) => encodeBytes(bytes)))
  const mine = { by, token, email, wallet: wallet.wallet }
  expect((await changeMailbox({ at, ...mine })).status).toBe(204)
  const again = v.parse(readWalletCall.reply, await (await ask(readWalletCall, { wallet: wallet.wallet })).json())
  expect(again).toEqual(read)
  expect([read.doors.length, left.size]).toEqual([2, 0])
}

let over: ReturnType<typeof end> | undefined

/** Reads what is left after all rounds, once the server has ended. */
function ended(): ReturnType<typeof end> {
  over ??= end().catch(
    notKept(() => {
      over = undefined
    }),
  )
  return over
}

async function end() {
  for (const round of rounds.keys()) await lived(round)
  server.child.kill('SIGTERM')
  await server.ended
  written.push(server.output())
  const database = await openTestDatabase(location)
  const wallets = await database.orm.select().from(loginWallets)
  for (const table of [
    loginWallets,
    loginCodes,
    loginEmailChanges,
    loginDevices,
    loginDoors,
    loginSessions,
    usedNonces,
  ])
    dumped.push(JSON.stringify(await database.orm.select().from(table)))
  await database.close()
  return wallets
}

test('[F16] no wallet is lost and none is there twice', async () => {
  const wallets = await ended()
  expect(wallets).toHaveLength(rounds.length)
  expect(new Set(wallets.map(({ person }) => person)).size).toBe(rounds.length)
  expect(wallets.every(({ claimedAt }) => claimedAt !== null)).toBe(true)
})

test('[F28] nothing of a visitor is in what a login server wrote, from its start to its end', async () => {
  await ended()
  const log = written.join('\n')
  expect(log).toContain('/login/v1/wallets/read')
  expect(secrets.length).toBeGreaterThanOrEqual(rounds.length * 7)
  const persons = mails.taken.map(({ to }) => to)
  expect([...secrets, ...persons].filter((canary) => log.includes(canary))).toEqual([])
  // Six digits alone may be a part of a time or a port.
  for (const code of codes) expect(log).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
})

test('[F15] a dump of the login server’s database has no code, no token, and no half of a door in clear', async () => {
  await ended()
  const dump = dumped.join('\n')
  expect(dump).toContain('email:another-visitor-0@mail.example')
  expect(secrets.filter((canary) => dump.includes(canary))).toEqual([])
  for (const code of codes) expect(dump).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
})

interface ChangeMailbox {
  readonly at: LogIn['at']
  readonly by: TestDevice
  readonly token: string
  readonly email: string
  readonly wallet: string
}

/** Both mailboxes are proved by their codes, and the keeper's word moves all that there is at once. */
async function changeMailbox({ at, by, token, email, wallet }: ChangeMailbox): Promise<Response> {
  const to = `another-${email}`
  const ask = (of: SignedCall, payload: unknown) => askSigned({ of, by, payload, on, token })
  const begin = async () => {
    // A mailbox is sent a code once in 30 seconds, of which a server that was killed knows nothing.
    const answer = await vi.waitFor(async () => {
      const given = await ask(beginEmailChangeCall, { email: to, site })
      expect(given.status).toBe(200)
      return given
    }, patient)
    return v.parse(beginEmailChangeCall.reply, await answer.json()).change
  }
  /** Types the newest code; one whose answer never came is asked for anew, and tells which mailbox is next. */
  const typed = async (mailbox: string): Promise<string | null> => {
    const code = await newestCode(mailbox)
    const answer = await ask(verifyEmailChangeCall, { change, code })
    if (answer.status === 200) return v.parse(verifyEmailChangeCall.reply, await answer.json()).change
    change = await begin()
    return mailbox === to ? typed(to) : change
  }
  let change = await at('change', begin)
  change = (await at('old code', () => typed(email))) ?? expect.fail()
  expect(await at('new code', () => typed(to))).toBeNull()
  const moved = { from: `email:${email}`, at: Math.floor(Date.now() / 1000) }
  const bound = { is: 'bound', device: by.device, wallet, sealedHash: encodeBytes(randomBytes(32)), moved } as const
  const receipt = await signStatement({ keeper: keeper.keys, now: Date.now(), email: to, ...bound })
  return at('move', () => ask(claimWalletCall, { receipt }))
}

const patient = { interval: 500 }

/** The code of the newest mail to a mailbox, once there is one that wasn't typed yet. */
function newestCode(mailbox: string): Promise<string> {
  return vi.waitFor(() => {
    const mail = mails.taken.filter(({ to }) => to === mailbox).at(-1)
    const code = /^Your code: (\d{6})/m.exec(mail?.content ?? '')?.[1] ?? expect.fail('There is no mail yet.')
    expect(codes).not.toContain(code)
    codes.push(code)
    return code
  }, patient)
}

const moment = (round: number) => new Promise((resolve) => setTimeout(resolve, (round * 7) % 23))

const asking =
  (at: typeof on) =>
  (of: SignedCall, by: TestDevice, payload: unknown, options: { token?: string } = {}) =>
    askSigned({ of, by, payload, on: at, ...options })

interface LogIn {
  readonly by: TestDevice
  readonly email: string
  readonly at: <Reply>(step: Step, ask: () => Promise<Reply>) => Promise<Reply>
}

/** A code that was used up by an answer that never came is asked for anew, as a page does. */
async function logIn({ by, email, at }: LogIn): Promise<v.InferOutput<typeof Session>> {
  const confirmation = await signStatement({ keeper: keeper.keys, now: Date.now(), email, device: by.device })
  const begin = async () => {
    const known = mails.taken.length
    const answer = await askSigned({
      of: beginLoginCall,
      by,
      on,
      payload: { email, projectId: 'demo', site, confirmation },
    })
    const { login } = v.parse(beginLoginCall.reply, await answer.json())
    await vi.waitFor(() => expect(mails.taken.length).toBeGreaterThan(known), { interval: 20 })
    const code = /^Your code: (\d{6})/m.exec(mails.taken.at(-1)?.content ?? '')?.[1] ?? expect.fail()
    codes.push(code)
    return { login, code }
  }
  let begun = await at('begin', begin)
  return at('verify', async () => {
    const verify = () => askSigned({ of: verifyCodeCall, by, on, payload: { ...begun, keepsIn: 'page' } })
    const answer = await verify()
    if (answer.status === 200) return v.parse(Session, await answer.json())
    begun = await begin()
    return v.parse(Session, await (await verify()).json())
  })
}

interface SecretOf {
  readonly read: v.InferOutput<typeof readWalletCall.reply>
  readonly device: TestDoor
  readonly b: string
}

async function secretOf({ read: { wallet, vault, doors }, device: { said, a }, b }: SecretOf) {
  const name = { wallet, door: said.door, kind: said.kind }
  const key = await doorKey({ a: await importContribution(a), b: decodeBytes(b), ...name })
  const { wrap } = doors.find(({ door }) => door === said.door) ?? expect.fail()
  const dataKey = await unwrapDataKey({ key, wrap: decodeBytes(wrap), ...name })
  return openVault({ wallet, dataKey, vault: decodeBytes(vault) })
}
