import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Output } from '@foyer/core/wire'
import type { SignedCall } from '@foyer/custody/calls'
import { emailOf } from '@foyer/custody/person'
import { beginLoginCall, Session, verifyCodeCall } from '@foyer/login/loginCalls'
import { readSponsoredCall, sendSponsoredCall } from '@foyer/login/sponsorCalls'
import { type MailServer, startMailServer } from '@foyer/service-testing/startMailServer'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { loginWallets } from '../../db/schema/index.js'
import {
  askSigned,
  createDevice,
  signStatement,
  site,
  type TestDevice,
  walletOrigin,
} from '../../login/test/openLogin.js'
import { buildServer, listening, type StartedProcess } from '../../test/buildServer.js'
import { demo, type TestApi } from '../../test/openApi.js'
import type { Sent } from '../judge.js'
import { type SponsorWorld, sponsorship, type Visitor } from './openSponsor.js'

interface KilledServerParameters {
  readonly world: SponsorWorld
  /** of the database that the world is on */
  readonly databaseUrl: string
  /** of the network, as the server is to ask it */
  readonly nodeUrl: string
}

/** The whole server in a process of its own, over a sponsor's world, and a visitor who is logged in there. For tests; nothing in the product imports this. */
export interface KilledServer {
  readonly visitor: Visitor
  start(): Promise<void>
  /** Ends it at once, wherever it stands (SIGKILL). */
  kill(): Promise<void>
  /** Has an operation sent; undefined where the server was gone before it answered. */
  send(sent: Sent): Promise<Output<(typeof sendSponsoredCall)['reply']> | undefined>
  read(operation: string): Promise<Output<(typeof readSponsoredCall)['reply']>>
  stop(): Promise<void>
}

export async function openKilledServer(parameters: KilledServerParameters): Promise<KilledServer> {
  const { world } = parameters
  const [built, mails, keeper, by] = await Promise.all([
    buildServer(),
    startMailServer(),
    createDevice(),
    createDevice(),
  ])
  await writeFile(
    join(built.folder, 'chains.json'),
    JSON.stringify([{ ...world.config, upstreams: [parameters.nodeUrl] }]),
  )
  const env = environment({ ...parameters, keeper, mails, chains: join(built.folder, 'chains.json') })
  let server: StartedProcess
  let port = ''
  const start = async () => {
    server = built.start({ env })
    ;[, port = ''] = await server.line(listening)
  }
  const on = {
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  }
  await start()
  const visitor = await world.visitor()
  const token = await logIn({ world, visitor, mails, keeper, by, on })
  const ask = (of: SignedCall, payload: unknown) => askSigned({ of, by, payload, on, token })
  return {
    ...{ visitor, start },
    async kill() {
      server.child.kill('SIGKILL')
      await server.ended
    },
    async send(sent) {
      const answer = await ask(sendSponsoredCall, sent).catch(() => undefined)
      if (answer === undefined) return undefined
      if (answer.status !== 200) throw new Error(await answer.text())
      return v.parse(sendSponsoredCall.reply, await answer.json())
    },
    async read(operation) {
      return v.parse(readSponsoredCall.reply, await (await ask(readSponsoredCall, { operation })).json())
    },
    stop: () => Promise.all([built.remove(), mails.stop()]).then(() => undefined),
  }
}

interface Environment extends KilledServerParameters {
  readonly keeper: TestDevice
  readonly mails: MailServer
  readonly chains: string
}

const environment = ({ world, databaseUrl, keeper, mails, chains }: Environment): Record<string, string> => ({
  ...{ PORT: '0', LOG_LEVEL: 'info', DATABASE_URL: databaseUrl, CHAINS: chains, SPONSOR_KEY: world.operatorKey },
  PROJECTS: JSON.stringify([{ ...demo, sponsorship: sponsorship() }]),
  ...{ WALLET_ORIGIN: walletOrigin, LOGIN_KEEPER_KEY: keeper.device },
  LOGIN_KEYS: `2026:${Buffer.alloc(32, 5).toString('base64')}`,
  ...{ SMTP_URL: mails.url, MAIL_FROM: 'login@wallet.example' },
})

interface LogIn extends Pick<Environment, 'world' | 'keeper' | 'mails'> {
  readonly visitor: Visitor
  readonly by: TestDevice
  readonly on: Pick<TestApi, 'post'>
}

/** @returns an access token */
async function logIn({ world, visitor, mails, keeper, by, on }: LogIn): Promise<string> {
  const { person } = visitor.by
  const email = emailOf(person) ?? expect.fail()
  const [kept] = await world.database.orm
    .select({ wallet: loginWallets.id })
    .from(loginWallets)
    .where(eq(loginWallets.person, person))
  const said = { keeper: keeper.keys, now: Date.now(), email, device: by.device }
  const confirmation = await signStatement({ ...said, wallet: kept?.wallet ?? null })
  const begin = { email, projectId: demo.id, site, confirmation }
  const { login } = v.parse(
    beginLoginCall.reply,
    await (await askSigned({ of: beginLoginCall, by, on, payload: begin })).json(),
  )
  const code = await vi.waitFor(() => {
    const mail = mails.taken.find(({ to }) => to === email)
    return /^Your code: (\d{6})/m.exec(mail?.content ?? '')?.[1] ?? expect.fail('There is no mail yet.')
  })
  const payload = { login, code, keepsIn: 'page' }
  return v.parse(Session, await (await askSigned({ of: verifyCodeCall, by, on, payload })).json()).accessToken
}
