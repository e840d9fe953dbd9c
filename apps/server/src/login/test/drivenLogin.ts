import { randomUUID } from 'node:crypto'
import type { Database } from '@foyer/service/db/database'
import { serve as listen } from '@hono/node-server'
import { count, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import { fold } from '../../test/overdriven.js'
import type { Login } from '../createLogin.js'
import { createDevice, openLogin, type TestLogin } from './openLogin.js'

/** A login server that a test drives by what its routes call, over providers that count what they are asked. Nothing in the product imports this. */
export interface LoginWorld {
  readonly database: Database
  readonly test: TestLogin
  readonly login: Login
  /** paths that the provider was asked, in order */
  readonly asked: readonly string[]
}

export type LoginDrive = (world: LoginWorld) => Promise<void>

const own = { clientId: 'foyer', clientSecret: 'secret' }

/** Every provider at one address: it can't say where it is, refuses each code and token, and opens channels by which nothing comes. */
export async function startProvider() {
  const asked: string[] = []
  const answer = async (request: Request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (pathname.endsWith('/openid-configuration')) return new Response(null, { status: 500 })
    if (pathname === '/v1/channel') {
      const { nonce } = await request.json()
      return Response.json({ channelToken: 'channel1', url: 'https://farcaster.test/~/siwf', nonce }, { status: 201 })
    }
    if (pathname === '/v1/channel/status') return Response.json({ state: 'pending' }, { status: 202 })
    return Response.json({ error: 'refused' }, { status: 400 })
  }
  return new Promise<{ url: string; asked: string[]; stop: () => Promise<void> }>((started) => {
    // A connection that rests between two questions could be ended just as the second is asked.
    const fetch = async (request: Request) => {
      const response = await answer(request)
      response.headers.set('connection', 'close')
      return response
    }
    const server = listen({ port: 0, hostname: '127.0.0.1', fetch }, ({ port }) =>
      started({
        url: `http://127.0.0.1:${port}`,
        asked,
        stop: () => new Promise((ended) => server.close(() => ended())),
      }),
    )
  })
}

export async function openLoginWorld(
  database: Database,
  { url, asked }: Awaited<ReturnType<typeof startProvider>>,
): Promise<LoginWorld> {
  const farcaster = { rpcUrl: url, relayUrl: url }
  const socials = { google: { ...own, issuer: url }, github: { ...own, at: url }, farcaster }
  // Whoever carries operations out there is never asked: the network has no delegate.
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const id = 'eip155:31337' as const
  const chain = { id, name: 'Local', nativeCurrency, iconUrl: '', upstreams: [url], tokens: [] }
  const test = await openLogin({
    ...{ database, login: { socials }, chains: [{ ...chain, bundler: url }] },
    config: { sponsorKey: `0x${'01'.repeat(32)}` },
  })
  const { login } = test.api.services
  asked.length = 0
  return { database, test, asked, login: login ?? expect.fail('There is no login.') }
}

/** Counts the outcomes: `done`, or the refusal's code. */
export async function times(most: number, work: (index: number) => Promise<unknown>): Promise<Record<string, number>> {
  const came: Record<string, number> = {}
  for (let index = 0; index < fold * most; index += 1) {
    const how = await work(index).then(
      () => 'done',
      (error: unknown) => String(Object(error).code ?? error),
    )
    came[how] = (came[how] ?? 0) + 1
  }
  return came
}

export const rowsOf = async ({ database }: LoginWorld, table: PgTable, where?: SQL): Promise<number> =>
  (await database.orm.select({ count: count() }).from(table).where(where))[0]?.count ?? 0

export const here = (index: number) => `2001:db8:1:${index.toString(16)}::/64`
export const elsewhere = '203.0.113.9'

/** A person's session in a new device. */
export async function enter({ test, login }: LoginWorld) {
  const [device, email] = [await createDevice(), `${randomUUID()}@mail.example`]
  const { accessToken: token } = await test.logIn({ by: device, email })
  const by = await login.sessions.find({ token, device: device.device })
  return { login: test, by: device, token, email, session: by }
}
export type Entered = Awaited<ReturnType<typeof enter>>
