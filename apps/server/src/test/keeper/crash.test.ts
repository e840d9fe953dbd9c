import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { changeDigitsOf } from '@foyer/custody/digits'
import { askEmailChangeCall, emailChangeStateCall } from '@foyer/custody/emailChangeCalls'
import { bindWalletCall } from '@foyer/custody/keeperCalls'
import {
  type Answering,
  begin,
  confirm,
  continued,
  createDevice,
  type Device,
  keysNamed,
  ofPage,
  openPart,
  sealPart,
  signed,
  stateOf,
  walletOrigin,
} from '@foyer/keeper/test/keeperWorld'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { type MailServer, startMailServer } from '@foyer/service-testing/startMailServer'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltServer, buildServer, listening, type StartedProcess } from '../buildServer.js'

/**
 * The calls of a person's devices to the keeper until the wallet is open on three, and then another mailbox's, in order; between two of them a wait begins
 * and ends.
 */
const steps = [
  ...(['begin', 'confirm', 'bind', 'begin later', 'confirm later', 'open', 'continue'] as const),
  ...(['change', 'confirm old', 'confirm new', 'changed'] as const),
] as const
type Step = (typeof steps)[number]
/** When the keeper is killed: before it is asked for a step, while it works on it, or as soon as it has answered, when its mail is still to be sent. */
type KillPoint = `${'before' | 'within' | 'after'} ${Step}`

const everywhere = steps.flatMap((step): readonly KillPoint[] => [`before ${step}`, `within ${step}`, `after ${step}`])
/** FOYER_FULL=1: each point alone, and then all of one person's, five times over: 198 points. */
const rounds: readonly (readonly KillPoint[])[] = process.env.FOYER_FULL
  ? [...everywhere.map((point) => [point]), ...Array.from({ length: 5 }, () => everywhere)]
  : [['after begin', 'within bind', 'after confirm later', 'within open', 'after change', 'within changed']]

const keys = [keysNamed('one', 1)] as const
let built: BuiltServer
let mails: MailServer
let postgres: LentPostgres
let rows: pg.Pool
let env: Record<string, string>
let keeper: StartedProcess
let port: string
let secret: Awaited<ReturnType<typeof createKeeperSecret>>
const written: string[] = []
/** The values that may be in no log, and in no row but where the keeper needs them: what is sealed, mailed or typed. */
const secrets: string[] = []
const addresses: string[] = []
beforeAll(async () => {
  ;[built, mails, postgres, secret] = await Promise.all([
    buildServer(),
    startMailServer(),
    lendPostgres(),
    createKeeperSecret(keys),
  ])
  const url = await postgres.createDatabase()
  rows = new pg.Pool({ connectionString: url, max: 1 })
  env = {
    ...{ KEEPER_PORT: '0', KEEPER_LOG_LEVEL: 'trace', KEEPER_DATABASE_URL: url, WALLET_ORIGIN: walletOrigin },
    ...{ KEEPER_KEYS: `one:${Buffer.alloc(32, 1).toString('base64')}`, KEEPER_SECRET: JSON.stringify(secret) },
    ...{ KEEPER_SMTP_URL: mails.url, KEEPER_MAIL_FROM: 'keeper@wallet.example' },
  }
  await start()
})
afterAll(async () => {
  await Promise.all([built?.remove(), mails?.stop(), rows?.end()])
  await postgres?.stop()
})

async function start(): Promise<void> {
  keeper = built.start({ program: 'keeper', env })
  ;[, port = ''] = await keeper.line(listening)
}

async function restart(): Promise<void> {
  keeper.child.kill('SIGKILL')
  await keeper.ended
  written.push(keeper.output())
  // As if the minute had passed in which a node that lives would have sent what it had taken on itself.
  for (const table of ['keeper_ceremonies', 'keeper_email_changes'])
    await rows.query(`update ${table} set owed_at = owed_at - interval '1 minute' where owes is not null`)
  await start()
}

const on: Answering = {
  post: (path, body, headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...ofPage, ...headers },
      body: JSON.stringify(body),
    }),
}

/** Kills the keeper at the points of a round. */
function killing({ round, killed }: { round: number; killed: readonly KillPoint[] }) {
  const left = new Set(killed)
  /** Asks for a step, as often as it is cut off. */
  const at = async <Reply>(step: Step, ask: () => Promise<Reply>): Promise<Reply> => {
    if (left.delete(`before ${step}`)) await restart()
    if (left.delete(`within ${step}`)) {
      const cut = ask().catch(() => undefined)
      // A moment in which the call is under way, another one each round.
      await Promise.race([cut, new Promise((resolve) => setTimeout(resolve, (round * 5) % 19))])
      await restart()
      await cut
    }
    const reply = await ask()
    if (left.delete(`after ${step}`)) await restart()
    return reply
  }
  return { at, left }
}

const mailsTo = (to: string) => mails.taken.filter((mail) => mail.to === to)
/** SMTP breaks long lines of a mail's text. */
const textOf = (content: string) => content.replaceAll('=\n', '').replaceAll('=3D', '=')
const linksTo = (to: string) =>
  mailsTo(to).flatMap(({ content }) => /\/confirm#([\w-]{43})/.exec(textOf(content))?.[1] ?? [])
const soon = { interval: 20 }

interface ConfirmByMail {
  readonly to: string
  readonly browser: Device
  readonly digits: string | null
  /** of mails before */
  readonly after: number
}

/** By the newest mail: one that had to be sent again has another link. */
const confirmByMail = ({ to, browser, digits, after }: ConfirmByMail) =>
  vi.waitFor(async () => {
    const link = linksTo(to).slice(after).at(-1) ?? expect.fail('There is no mail yet.')
    secrets.push(link)
    const { status } = await confirm(on, browser, link, digits)
    expect(status).not.toBe('over')
    return status
  }, soon)

const released = (device: Device, ceremony: string) =>
  vi.waitFor(async () => {
    const state = await stateOf(on, device, ceremony)
    return state.status === 'released' ? state : expect.fail(state.status)
  }, soon)

test.each(rounds.map((killed, round) => ({ round, killed, title: killed.join(', ') })))(
  '[F16] round $round: killed $title, it runs again, the wallet opens on each device, and each mail was sent',
  async ({ round, killed }) => {
    const to = `canary-${round}@mail.example`
    const { at, left } = killing({ round, killed })
    const [device, browser, later, frame] = await Promise.all(Array.from({ length: 4 }, createDevice))
    if (!device || !browser || !later || !frame) return expect.fail()
    addresses.push(to, ...[device, browser, later, frame].map(({ id }) => id))
    const first = await at('begin', () => begin(on, { device, to }))
    const confirmFirst = () => confirmByMail({ to, browser, digits: first.digits, after: 0 })
    expect(await at('confirm', confirmFirst)).toBe('confirmed')
    const [wallet, part] = [newId(), randomBytes(32)]
    secrets.push(encodeBytes(part), Buffer.from(part).toString('hex'), Buffer.from(part).toString('base64'))
    const payload = { ceremony: first.ceremony, wallet, part: await sealPart({ secret }, wallet, part) }
    await at('bind', () => signed(on, { call: bindWalletCall, keys: device.keys, payload }))
    await vi.waitFor(() => expect(aboutOf(to, 'A wallet was made for you')).toBeGreaterThan(0), soon)
    // Two days later.
    await rows.query("update keeper_bindings set bound_at = bound_at - interval '2 days' where person = $1", [
      `email:${to}`,
    ])
    await rows.query("update keeper_ceremonies set mailed_at = mailed_at - interval '2 days' where person = $1", [
      `email:${to}`,
    ])
    const after = linksTo(to).length
    const second = await at('begin later', () => begin(on, { device: later, to }))
    const confirmLater = () => confirmByMail({ to, browser: later, digits: second.digits, after })
    expect(await at('confirm later', confirmLater)).toBe('held')
    expect((await stateOf(on, later, second.ceremony)).status).toBe('held')
    await vi.waitFor(() => expect(aboutOf(to, 'your wallet opens there on')).toBeGreaterThan(0), soon)
    // The wait is over.
    await rows.query('update keeper_ceremonies set opens_at = now() where id = $1', [second.ceremony])
    const opened = await at('open', () => released(later, second.ceremony))
    expect(await openPart(later, second.ceremony, opened.part)).toEqual(part)
    await vi.waitFor(() => expect(aboutOf(to, 'opens there now')).toBeGreaterThan(0), soon)
    const asked = { site: 'https://other.example', device: frame.id, key: encodeBytes(frame.key) }
    const { part: third, ceremony } = await at('continue', () => continued(on, browser, asked))
    expect(await openPart(frame, ceremony, third)).toEqual(part)
    await changeMailbox({ at, device, to })
    expect(left.size).toBe(0)
    await vi.waitFor(async () => expect(await owedTo(to)).toEqual([]), soon)
    expect(await devicesOf(anotherOf(to))).toEqual([device, browser, later, frame].map(({ id }) => id).toSorted())
  },
)

const anotherOf = (to: string) => `another-${to}`

interface ChangeMailbox {
  readonly at: ReturnType<typeof killing>['at']
  readonly device: Device
  readonly to: string
}

/** Both mailboxes confirm that the wallet goes from one to the other; it does so once, after the wait, and both are told. */
async function changeMailbox({ at, device, to }: ChangeMailbox): Promise<void> {
  const another = anotherOf(to)
  addresses.push(another)
  const after = linksTo(to).length
  const { keys } = device
  const asked = { call: askEmailChangeCall, keys, payload: { from: to, to: another, site: 'https://dapp.example' } }
  const { change } = await at('change', () => signed(on, asked))
  const digits = await changeDigitsOf(change)
  const confirmIn = (mailbox: string, before: number) =>
    confirmByMail({ to: mailbox, browser: device, digits, after: before })
  expect(await at('confirm old', () => confirmIn(to, after))).toBe('half')
  expect(await at('confirm new', () => confirmIn(another, 0))).toBe('changeHeld')
  await vi.waitFor(() => expect(aboutOf(to, 'moves to another address')).toBeGreaterThan(0), soon)
  await rows.query('update keeper_email_changes set opens_at = now() where id = $1', [change])
  const state = { call: emailChangeStateCall, keys, payload: { change, known: null } }
  expect((await at('changed', () => signed(on, state))).status).toBe('changed')
  for (const mailbox of [to, another])
    await vi.waitFor(() => expect(aboutOf(mailbox, 'has another address now')).toBeGreaterThan(0), soon)
}

const aboutOf = (to: string, subject: string) =>
  mailsTo(to).filter(({ content }) => content.replaceAll(/\r?\n[ \t]/g, ' ').includes(subject)).length

async function owedTo(to: string): Promise<readonly unknown[]> {
  const owed = (table: string) => `select owes from ${table} where person = $1 and owes is not null`
  const both = `${owed('keeper_ceremonies')} union all ${owed('keeper_email_changes')}`
  const found = await rows.query(both, [`email:${to}`])
  return found.rows
}

async function devicesOf(to: string): Promise<readonly string[]> {
  const found = await rows.query('select key from keeper_devices where person = $1', [`email:${to}`])
  return found.rows.map(({ key }) => String(key)).toSorted()
}

test('[F16] no wallet is lost and none is there twice', async () => {
  const found = await rows.query('select person, wallet from keeper_bindings')
  expect(found.rows).toHaveLength(rounds.length)
  expect(new Set(found.rows.map(({ wallet }) => wallet)).size).toBe(rounds.length)
})

test('[F28] nothing of a visitor is in what a keeper wrote, from its start to its end', async () => {
  const link = linksTo('canary-0@mail.example').at(-1) ?? expect.fail()
  await confirm(on, await createDevice(), link, '0000')
  expect((await on.post(`/keeper/v1/${link}`, { email: 'canary-0@mail.example' })).status).toBe(404)
  expect((await on.post('/keeper/v1/links/read', { link: 'canary-0@mail.example' })).status).toBe(400)
  keeper.child.kill('SIGTERM')
  await keeper.ended
  const log = [...written, keeper.output()].join('\n')
  for (const said of ['/keeper/v1/links/confirm', '/keeper/v1/links/read', '"status":404', 'stopped'])
    expect(log).toContain(said)
  expect(secrets.length).toBeGreaterThan(2)
  const own = [secret.sealed, secret.rowKey, Buffer.alloc(32, 1).toString('base64')]
  for (const canary of [...secrets, ...addresses, ...own]) expect(log).not.toContain(canary)
})

test('[F15] a dump of the keeper’s database has no part of a wallet and no link of a mail', async () => {
  const dumped: string[] = []
  for (const table of [
    'keeper_ceremonies',
    'keeper_email_changes',
    'keeper_bindings',
    'keeper_devices',
    'keeper_nonces',
  ])
    dumped.push(...(await rows.query(`select to_jsonb(t)::text as row from ${table} t`)).rows.map(({ row }) => row))
  const dump = dumped.join('\n')
  expect(dump).toContain('email:canary-0@mail.example')
  for (const canary of secrets) expect(dump).not.toContain(canary)
})
