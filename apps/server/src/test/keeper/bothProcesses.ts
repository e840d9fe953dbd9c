import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBytes, randomBytes } from '@foyer/custody/bytes'
import type { SignedCall } from '@foyer/custody/calls'
import { bindWalletCall } from '@foyer/custody/keeperCalls'
import type { Receipt } from '@foyer/custody/signed'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  type Device,
  keysNamed,
  sealPart,
  signed,
  site,
  walletOrigin,
} from '@foyer/keeper/test/keeperWorld'
import { beginLoginCall, Session, verifyCodeCall } from '@foyer/login/loginCalls'
import type { DatabaseLocation } from '@foyer/service/db/database'
import { createKeeperSecret, openKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { lendPostgres } from '@foyer/service-testing/lendPostgres'
import { startMailServer, type TakenMail } from '@foyer/service-testing/startMailServer'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { askSigned as askLogin, signStatement, type TestDevice, wholeJson } from '../../login/test/openLogin.js'
import { makeWallet } from '../../login/test/testWallet.js'
import { buildServer, listening, type StartedProcess } from '../buildServer.js'
import { demo } from '../openApi.js'

export type Who = 'keeper' | 'login'
export const soon = { interval: 25 }
const keys = [keysNamed('one', 1)] as const

export interface StartProcesses {
  readonly kind: DatabaseLocation['kind'] & ('directory' | 'postgres')
  /** of every wait; none where it is to be over as soon as it begins */
  readonly waitHours: number
}

export type BothProcesses = Awaited<ReturnType<typeof startProcesses>>

/** A keeper and a login server in processes of their own, each with its mail server, that reach each other through what a test may cut. For tests. */
export async function startProcesses({ kind, waitHours }: StartProcesses) {
  const [built, folder, ofKeeper, ofLogin, secret] = await Promise.all([
    buildServer(),
    mkdtemp(join(tmpdir(), 'foyer-both-')),
    startMailServer(),
    startMailServer(),
    createKeeperSecret(keys),
  ])
  const postgres = kind === 'postgres' ? lendPostgres() : null
  const locationOf = async (who: Who): Promise<DatabaseLocation> => {
    const url = await postgres?.createDatabase()
    return url ? { kind: 'postgres', url } : { kind: 'directory', path: join(folder, who) }
  }
  const locations = { keeper: await locationOf('keeper'), login: await locationOf('login') }
  const running = new Map<Who, { readonly process: StartedProcess; readonly port: string }>()
  const urlOf = (who: Who) => `http://127.0.0.1:${running.get(who)?.port}`
  const between = await startBetween(() => urlOf('login'))
  const mails = { keeper: ofKeeper, login: ofLogin }
  const mailUrls = { keeper: ofKeeper.url, login: ofLogin.url }
  const env = environments({ locations, mailUrls, secret, loginUrl: between.url, waitHours: String(waitHours) })
  const start = async (who: Who) => {
    const process = built.start({ program: who === 'keeper' ? 'keeper' : 'server', env: env[who] })
    const [, port = ''] = await process.line(listening)
    running.set(who, { process, port })
  }
  const kill = async (who: Who) => {
    running.get(who)?.process.child.kill('SIGKILL')
    await running.get(who)?.process.ended
  }
  await Promise.all([start('keeper'), start('login')])
  return {
    ...{ mails, between, secret, locations, start, kill },
    keeperKeys: await signingKeysOf(secret),
    /** Of a process that is there; from an address. */
    postTo: (who: Who, client: string) => ({
      post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
        fetch(`${urlOf(who)}${path}`, {
          method: 'POST',
          headers: { ...wholeJson, 'x-forwarded-for': client, ...headers },
          body: JSON.stringify(body),
        }),
    }),
    async stop() {
      await Promise.all([built.remove(), ofKeeper.stop(), ofLogin.stop(), between.stop()])
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Environments {
  readonly locations: Readonly<Record<Who, DatabaseLocation>>
  readonly mailUrls: Readonly<Record<Who, string>>
  readonly secret: Awaited<ReturnType<typeof createKeeperSecret>>
  readonly loginUrl: string
  readonly waitHours: string
}

function environments({ locations, mailUrls, secret, loginUrl, waitHours }: Environments) {
  const key = Buffer.alloc(32, 1).toString('base64')
  const { keeper, login } = locations
  return {
    keeper: {
      ...{ KEEPER_PORT: '0', KEEPER_LOG_LEVEL: 'info', WALLET_ORIGIN: walletOrigin, KEEPER_LOGIN_URL: loginUrl },
      ...{ KEEPER_KEYS: `one:${key}`, KEEPER_SECRET: JSON.stringify(secret), KEEPER_TRUSTED_PROXIES: '127.0.0.1' },
      ...{ KEEPER_SMTP_URL: mailUrls.keeper, KEEPER_MAIL_FROM: 'keeper@wallet.example' },
      ...{ KEEPER_HOLD_HOURS: waitHours, KEEPER_DELETION_HOURS: waitHours },
      ...(keeper.kind === 'postgres' ? { KEEPER_DATABASE_URL: keeper.url } : {}),
      ...(keeper.kind === 'directory' ? { KEEPER_DATA_DIR: keeper.path } : {}),
    },
    login: {
      ...{ PORT: '0', LOG_LEVEL: 'info', PROJECTS: JSON.stringify([demo]), WALLET_ORIGIN: walletOrigin },
      ...{ LOGIN_KEYS: `2026:${key}`, LOGIN_KEEPER_KEY: secret.publicKeys.signing, TRUSTED_PROXIES: '127.0.0.1' },
      ...{ SMTP_URL: mailUrls.login, MAIL_FROM: 'login@wallet.example' },
      ...(login.kind === 'postgres' ? { DATABASE_URL: login.url } : {}),
      ...(login.kind === 'directory' ? { DATA_DIR: login.path } : {}),
    },
  } satisfies Record<Who, Record<string, string>>
}

/** Returns the keys that the keeper signs with, so that a test can sign as if a word had been given before. */
async function signingKeysOf(secret: Environments['secret']): Promise<CryptoKeyPair> {
  const privateKey = (await openKeeperSecret({ keys, secret })).signing
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const raw = decodeBytes(secret.publicKeys.signing)
  return { privateKey, publicKey: await crypto.subtle.importKey('raw', raw, algorithm, true, ['verify']) }
}

interface Death extends Pick<BothProcesses, 'start' | 'kill'> {
  readonly killed: Who
  /** what passes while the process is away */
  readonly meanwhile: () => Promise<void>
}

/** A death that is to come. @returns what brings it about, done as soon as the process has ended; and what resolves once it is there again */
export function deathOf({ killed, start, kill, meanwhile }: Death) {
  let [isBack, isNot] = [() => {}, (_error: unknown) => {}]
  const back = new Promise<void>((resolve, reject) => {
    ;[isBack, isNot] = [resolve, reject]
  })
  const die = async () => {
    await kill(killed)
    meanwhile()
      .then(() => start(killed))
      .then(isBack, isNot)
  }
  return { die, back }
}

const bytesOf: Readonly<Record<string, (word: string) => Buffer>> = {
  B: (word) => Buffer.from(word, 'base64'),
  Q: (word) =>
    Buffer.from(
      word
        .replaceAll('_', ' ')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
      'latin1',
    ),
}

/** The subject of a mail as it is read: what isn't ASCII stands in encoded words. @see RFC 2047 */
function subjectOf({ content }: TakenMail): string {
  const [, said = ''] = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(content) ?? []
  const words = said.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/\r?\n[ \t]/g, ' ')
  return words.replaceAll(
    /=\?UTF-8\?([BQ])\?([^?]*)\?=/g,
    (_, form: string, word: string) => `${bytesOf[form]?.(word)}`,
  )
}

export const isAbout = (mail: TakenMail, subject: string): boolean => subjectOf(mail).startsWith(subject)

/** The secret of a mail's link; SMTP breaks long lines of a mail's text. */
const linkIn = ({ content }: TakenMail): string | undefined =>
  /\/confirm#([\w-]{43})/.exec(content.replaceAll('=\n', '').replaceAll('=3D', '='))?.[1]

interface Mailed {
  readonly to: string
  /** of mails before */
  readonly after: number
  readonly about?: string
}

/** The link of the first mail of the keeper's to a mailbox, once it is there. */
export const linkTo = ({ mails }: Pick<BothProcesses, 'mails'>, { to, after, about = '' }: Mailed): Promise<string> =>
  vi.waitFor(() => {
    const mail = mails.keeper.taken.slice(after).find((each) => each.to === to && isAbout(each, about))
    return (mail && linkIn(mail)) ?? expect.fail('There is no link yet.')
  }, soon)

interface Client {
  readonly email: string
  readonly client: string
}

/** A device at both servers. */
export function deviceAt(both: BothProcesses, { email, client, device }: Client & { readonly device: Device }) {
  const [keeper, login] = [both.postTo('keeper', client), both.postTo('login', client)]
  const by: TestDevice = { keys: device.keys, device: device.id }
  const atLogin = (of: SignedCall, payload: unknown, token?: string) => askLogin({ of, by, payload, on: login, token })
  return {
    ...{ keeper, login, device, by, atLogin },
    atKeeper: (call: SignedCall, payload: unknown) => askSigned(keeper, { call, keys: device.keys, payload }),
    /** Logs in by the code of the mailbox, and by the keeper's word where the device isn't known. @returns the last answer */
    async enter(confirmation?: Receipt): Promise<Response> {
      const before = both.mails.login.taken.length
      const begun = await atLogin(beginLoginCall, { email, projectId: 'demo', site, confirmation })
      if (!begun.ok) return begun
      const { login: id } = v.parse(beginLoginCall.reply, await begun.json())
      const code = await vi.waitFor(() => {
        const mail = both.mails.login.taken.slice(before).find(({ to }) => to === email)
        return /^Your code: (\d{6})/m.exec(mail?.content ?? '')?.[1] ?? expect.fail('There is no code yet.')
      }, soon)
      return atLogin(verifyCodeCall, { login: id, code, keepsIn: 'page' })
    },
  }
}

/** A person logs in at both servers, and their wallet is made. */
export async function comeIn(both: BothProcesses, { email, client }: Client) {
  const at = deviceAt(both, { email, client, device: await createDevice() })
  const { device, by } = at
  const says = (said: { email: string }) => signStatement({ keeper: both.keeperKeys, now: Date.now(), ...said })
  const entered = await at.enter(
    await signStatement({ keeper: both.keeperKeys, now: Date.now(), email, device: by.device }),
  )
  const { accessToken: token } = v.parse(Session, await entered.json())
  const ask = (of: SignedCall, who: TestDevice, payload: unknown, options: { token?: string } = {}) =>
    askLogin({ of, by: who, payload, on: at.login, token: options.token })
  const made = await makeWallet({ login: { ask, says }, by, token, email })
  expect(made.statuses).toEqual([204, 204])
  const { wallet } = made.wallet
  const after = both.mails.keeper.taken.length
  const { ceremony, digits } = await begin(at.keeper, { device, to: email })
  await confirm(at.keeper, await createDevice(), await linkTo(both, { to: email, after }), digits)
  const payload = { ceremony, wallet, part: await sealPart(both, wallet, randomBytes(32)) }
  await signed(at.keeper, { call: bindWalletCall, keys: device.keys, payload })
  // Its mail has come: the next is a test's.
  await linkTo(both, { to: email, after, about: 'A wallet was made for you' })
  return { ...at, token, wallet }
}

/** Starts the proxy between the keeper and the login server: it passes on what each says, but where a test cuts it. */
async function startBetween(loginUrl: () => string) {
  const between: { at: { readonly point: string; readonly cut: () => Promise<void> } | undefined } = { at: undefined }
  const isCutAt = async (point: string) => {
    if (between.at?.point !== point) return false
    const { cut } = between.at
    between.at = undefined
    await cut()
    return true
  }
  const passOn = async (request: IncomingMessage): Promise<Response | undefined> => {
    const name = request.url?.split('/').slice(-2).join('/')
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (await isCutAt(`before ${name}`)) return undefined
    const headers = { ...wholeJson, 'x-forwarded-for': '10.2.0.1' }
    const body = Buffer.concat(chunks)
    const answering = fetch(`${loginUrl()}${request.url}`, { method: 'POST', headers, body })
    if (between.at?.point === `within ${name}`) {
      await Promise.all([answering.catch(() => undefined), isCutAt(`within ${name}`)])
      return undefined
    }
    const answer = await answering
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
