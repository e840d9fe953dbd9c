import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  allowDeletionCall,
  askDeletionCall,
  beginLoginCall,
  bindWalletCall,
  DeletionState,
  decodeBytes,
  deletionStateCall,
  randomBytes,
  readDeletionCall,
  readWalletCall,
  Session,
  type SignedCall,
  verifyCodeCall,
} from '@foyer/embedded/custody'
import { isNotNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DatabaseLocation } from '../db/database.js'
import { type RunningPostgres, startPostgres } from '../db/test/startPostgres.js'
import { askSigned as askLogin, signStatement, type TestDevice, wholeJson } from '../login/test/openLogin.js'
import { makeWallet } from '../login/test/testWallet.js'
import { type MailServer, startMailServer } from '../mail/test/startMailServer.js'
import { type BuiltServer, buildServer, listening, type StartedProcess } from '../test/buildServer.js'
import { demo } from '../test/openApi.js'
import { createKeeperSecret, openKeeperSecret } from './keeperKeys.js'
import { openKeeperDatabase } from './startKeeper.js'
import { keeperCeremonies, keeperDeletions } from './tables.js'
import {
  begin,
  confirm,
  createDevice,
  type Device,
  keysNamed,
  sealPart,
  signed,
  site,
  walletOrigin,
} from './test/keeperWorld.js'

/** What the keeper says to the login server, in order; the mails that it sends itself are between the first two, and after the second. */
type Said = 'notice' | 'close' | 'finish'
interface Border {
  readonly killed: 'keeper' | 'login'
  /** `before`: the other has heard nothing; `after`: it has, and its answer is lost. */
  readonly at: `before ${Said}` | `after ${Said}` | 'deleting mail' | 'deleted mail'
}

const said = ['before notice', 'after notice', 'before close', 'after close', 'before finish', 'after finish'] as const
const everywhere: readonly Border[] = [
  ...said.flatMap((at): readonly Border[] => [
    { killed: 'keeper', at },
    { killed: 'login', at },
  ]),
  ...(['deleting mail', 'deleted mail'] as const).map((at): Border => ({ killed: 'keeper', at })),
]
/** FOYER_FULL=1: each border, on both databases. */
const kinds = process.env.FOYER_FULL ? (['directory', 'postgres'] as const) : (['directory'] as const)
const borders: readonly Border[] = process.env.FOYER_FULL
  ? everywhere
  : [
      { killed: 'keeper', at: 'after notice' },
      { killed: 'keeper', at: 'deleting mail' },
      { killed: 'keeper', at: 'before finish' },
      { killed: 'login', at: 'before close' },
    ]

const keys = [keysNamed('one', 1)] as const
const soon = { interval: 25 }
const subjects = { deleting: 'Your wallet is deleted on', deleted: 'Your wallet was deleted' } as const

describe.each(kinds)('[F16] on a %s', (kind) => {
  let built: BuiltServer
  let folder: string
  let postgres: RunningPostgres | undefined
  let mails: { readonly keeper: MailServer; readonly login: MailServer }
  let between: Awaited<ReturnType<typeof startBetween>>
  let secret: Awaited<ReturnType<typeof createKeeperSecret>>
  let keeperKeys: CryptoKeyPair
  let location: DatabaseLocation
  const env: Record<'keeper' | 'login', Record<string, string>> = { keeper: {}, login: {} }
  /** The deleted wallets, by their mailboxes. */
  const gone = new Map<string, string>()
  const running = new Map<'keeper' | 'login', { readonly process: StartedProcess; readonly port: string }>()

  const start = async (who: 'keeper' | 'login') => {
    const process = built.start({ args: who === 'keeper' ? ['keeper'] : [], env: env[who] })
    const [, port = ''] = await process.line(listening)
    running.set(who, { process, port })
  }
  const kill = async (who: 'keeper' | 'login') => {
    running.get(who)?.process.child.kill('SIGKILL')
    await running.get(who)?.process.ended
  }
  const urlOf = (who: 'keeper' | 'login') => `http://127.0.0.1:${running.get(who)?.port}`
  const postTo = (who: 'keeper' | 'login', client: string) => ({
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`${urlOf(who)}${path}`, {
        method: 'POST',
        headers: { ...wholeJson, 'x-forwarded-for': client, ...headers },
        body: JSON.stringify(body),
      }),
  })

  beforeAll(async () => {
    const [server, path, ofKeeper, ofLogin, made] = await Promise.all([
      buildServer(),
      mkdtemp(join(tmpdir(), 'foyer-deletion-')),
      startMailServer(),
      startMailServer(),
      createKeeperSecret(keys),
    ])
    ;[built, folder, mails, secret] = [server, path, { keeper: ofKeeper, login: ofLogin }, made]
    if (kind === 'postgres') postgres = await startPostgres()
    between = await startBetween(() => urlOf('login'))
    const privateKey = (await openKeeperSecret({ keys, secret })).signing
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const raw = decodeBytes(secret.publicKeys.signing)
    keeperKeys = { privateKey, publicKey: await crypto.subtle.importKey('raw', raw, algorithm, true, ['verify']) }
    const key = Buffer.alloc(32, 1).toString('base64')
    const url = await postgres?.createDatabase()
    location = url ? { kind: 'postgres', url } : { kind: 'directory', path: join(folder, 'keeper') }
    env.keeper = {
      ...{ KEEPER_PORT: '0', KEEPER_LOG_LEVEL: 'info', WALLET_ORIGIN: walletOrigin, KEEPER_LOGIN_URL: between.url },
      ...{ KEEPER_KEYS: `one:${key}`, KEEPER_SECRET: JSON.stringify(secret), KEEPER_TRUSTED_PROXIES: '127.0.0.1' },
      ...{ KEEPER_SMTP_URL: ofKeeper.url, KEEPER_MAIL_FROM: 'keeper@wallet.example' },
      // As if every wait were over as soon as it begins.
      ...{ KEEPER_HOLD_HOURS: '0', KEEPER_DELETION_HOURS: '0' },
      ...(url ? { KEEPER_DATABASE_URL: url } : { KEEPER_DATA_DIR: join(folder, 'keeper') }),
    }
    const ofLoginServer = await postgres?.createDatabase()
    env.login = {
      ...{ PORT: '0', LOG_LEVEL: 'info', PROJECTS: JSON.stringify([demo]), WALLET_ORIGIN: walletOrigin },
      ...{ LOGIN_KEYS: `2026:${key}`, LOGIN_KEEPER_KEY: secret.publicKeys.signing, TRUSTED_PROXIES: '127.0.0.1' },
      ...{ SMTP_URL: ofLogin.url, MAIL_FROM: 'login@wallet.example' },
      ...(ofLoginServer ? { DATABASE_URL: ofLoginServer } : { DATA_DIR: join(folder, 'login') }),
    }
    await Promise.all([start('keeper'), start('login')])
  })
  afterAll(async () => {
    await Promise.all([built?.remove(), mails?.keeper.stop(), mails?.login.stop(), between?.stop()])
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** As if the minutes had passed in which a node that lives would have done what it had taken on itself. */
  const later = async () => {
    const database = await openKeeperDatabase({ location })
    const { owes, nextTellAt } = keeperDeletions
    await database.orm.update(keeperDeletions).set({ owedAt: sql`owed_at - interval '1 hour'` }).where(isNotNull(owes))
    await database.orm
      .update(keeperDeletions)
      .set({ nextTellAt: new Date(0) })
      .where(isNotNull(nextTellAt))
    await database.orm.update(keeperCeremonies).set({ mailedAt: sql`mailed_at - interval '1 hour'` })
    await database.close()
  }
  /** Kills a process at the border, and brings it back. @returns resolves once it is */
  const killAt = ({ killed, at }: Border): Promise<void> =>
    new Promise((resolve, reject) => {
      const cut = async () => {
        between.at = undefined
        mails.keeper.beforeTaken = async () => {}
        await kill(killed)
        const passed = killed === 'keeper' ? later() : Promise.resolve()
        passed.then(() => start(killed)).then(resolve, reject)
      }
      if (at === 'deleting mail' || at === 'deleted mail') {
        const about = at === 'deleting mail' ? subjects.deleting : subjects.deleted
        mails.keeper.beforeTaken = async (mail) => {
          if (isAbout(mail, about)) await cut()
        }
      } else between.at = { point: at, cut }
    })

  test.each(borders.map((border, round) => ({ ...border, round })))(
    'the $killed is killed at “$at”: it goes on by itself, the wallet is gone at both, and its person was written to',
    async ({ round, ...border }) => {
      const email = `visitor-${kind}-${round}@mail.example`
      const client = `10.1.${kind === 'postgres' ? 1 : 0}.${round + 1}`
      const person = await comeIn({ email, client })
      const back = killAt(border)
      const asking = person.ask().catch((error: unknown) => error)
      await back
      await asking
      // One that ended before it began to wait leaves nothing that waits, and may be asked again.
      if (border.at.endsWith('notice')) {
        await vi.waitFor(async () => expect(await person.waits()).toBeNull(), soon)
        await person.ask()
      }
      await vi.waitFor(async () => expect((await person.state()).status).toBe('deleted'), soon)
      await vi.waitFor(async () => expect(await person.status()).toBe(401), soon)
      const sent = (about: string) =>
        mails.keeper.taken.filter((mail) => mail.to === email && isAbout(mail, about)).length
      // One that was taken without a word of it is sent once more, better twice than not at all: where the keeper is killed at it, and where it is killed before it has written that down.
      for (const [about, at] of [
        [subjects.deleting, 'deleting mail'],
        [subjects.deleted, 'deleted mail'],
      ] as const) {
        await vi.waitFor(() => expect(sent(about)).toBeGreaterThanOrEqual(border.at === at ? 2 : 1), soon)
        expect(sent(about)).toBeLessThanOrEqual(border.killed === 'keeper' ? 2 : 1)
      }
      gone.set(email, person.wallet)
    },
  )

  test('each mailbox makes another wallet afterwards', async () => {
    // A mailbox is written to once in half a minute.
    await Promise.all([kill('keeper'), kill('login')])
    await later()
    await Promise.all([start('keeper'), start('login')])
    expect(gone.size).toBe(borders.length)
    for (const [email, before] of gone) {
      const { wallet, status, state } = await comeIn({ email, client: '10.3.0.1' })
      expect(wallet).not.toBe(before)
      expect([await status(), await state()]).toEqual([200, { status: 'none' }])
    }
  })

  /** A person logs in at both servers, and their wallet is made. */
  async function comeIn({ email, client }: { readonly email: string; readonly client: string }) {
    const [keeper, login] = [postTo('keeper', client), postTo('login', client)]
    const device = await createDevice()
    const by: TestDevice = { keys: device.keys, device: device.id }
    const says = (said: { email: string }) => signStatement({ keeper: keeperKeys, now: Date.now(), ...said })
    const ask = (of: SignedCall, who: TestDevice, payload: unknown, { token }: { token?: string } = {}) =>
      askLogin({ of, by: who, payload, on: login, token })
    const confirmation = await signStatement({ keeper: keeperKeys, now: Date.now(), email, device: device.id })
    const before = mails.login.taken.length
    const begun = await ask(beginLoginCall, by, { email, projectId: 'demo', site, confirmation })
    const { login: id } = v.parse(beginLoginCall.reply, await begun.json())
    const code = await vi.waitFor(() => {
      const mail = mails.login.taken.slice(before).find(({ to }) => to === email)
      return /^Subject: (\d{6})/m.exec(mail?.content ?? '')?.[1] ?? expect.fail('There is no code yet.')
    }, soon)
    const session = await ask(verifyCodeCall, by, { login: id, code, keepsIn: 'page' })
    const { accessToken: token } = v.parse(Session, await session.json())
    const made = await makeWallet({ login: { ask, says }, by, token, email })
    expect(made.statuses).toEqual([204, 204])
    const { wallet } = made.wallet
    await bindAt(keeper, { device, email, wallet })
    const askKeeper = (call: SignedCall, payload: unknown) =>
      signed(keeper, { call: { ...call, reply: v.unknown() }, keys: device.keys, payload })
    return {
      wallet,
      async ask() {
        expect((await ask(allowDeletionCall, by, { wallet }, { token })).status).toBe(204)
        return askKeeper(askDeletionCall, { wallet, site })
      },
      state: async () => v.parse(DeletionState, await askKeeper(deletionStateCall, { wallet })),
      waits: async () =>
        v.parse(readDeletionCall.reply, await (await ask(readDeletionCall, by, { wallet }, { token })).json()).opensAt,
      status: async () => (await ask(readWalletCall, by, { wallet }, { token })).status,
    }
  }

  async function bindAt(
    keeper: ReturnType<typeof postTo>,
    { device, email, wallet }: { device: Device; email: string; wallet: string },
  ) {
    const before = mails.keeper.taken.length
    const { ceremony } = await begin(keeper, { device, to: email })
    const link = await vi.waitFor(() => {
      const mail = mails.keeper.taken.slice(before).find(({ to }) => to === email)
      const text = mail?.content.replaceAll('=\n', '').replaceAll('=3D', '=') ?? ''
      return /\/confirm#([\w-]{43})/.exec(text)?.[1] ?? expect.fail('There is no link yet.')
    }, soon)
    await confirm(keeper, await createDevice(), link)
    const payload = { ceremony, wallet, part: await sealPart({ secret }, wallet, randomBytes(32)) }
    await signed(keeper, { call: bindWalletCall, keys: device.keys, payload })
  }
})

const isAbout = ({ content }: { readonly content: string }, subject: string): boolean =>
  content.replaceAll(/\r?\n[ \t]/g, ' ').includes(`Subject: ${subject}`)

/** What stands between the keeper and the login server: it passes on what the one says to the other, but where a test cuts it. */
async function startBetween(loginUrl: () => string) {
  const between: { at: { readonly point: string; readonly cut: () => Promise<void> } | undefined } = { at: undefined }
  const isCutAt = async (point: string) => {
    const isCut = between.at?.point === point
    if (isCut) await between.at?.cut()
    return isCut
  }
  const passOn = async (request: IncomingMessage): Promise<Response | undefined> => {
    const name = request.url?.split('/').at(-1)
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (await isCutAt(`before ${name}`)) return undefined
    const headers = { ...wholeJson, 'x-forwarded-for': '10.2.0.1' }
    const answer = await fetch(`${loginUrl()}${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) })
    return (await isCutAt(`after ${name}`)) ? undefined : answer
  }
  const server = createServer((request, response) => {
    passOn(request).then(
      async (answer) => {
        if (answer) response.writeHead(answer.status).end(await answer.text())
        else response.destroy()
      },
      () => response.destroy(), // as a server that isn't there
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('There is no port.')
  return Object.assign(between, {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
