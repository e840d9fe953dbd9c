import { createSigningKeys } from '@foyer/custody/signed'
import * as v from 'valibot'
import { vi } from 'vitest'
import { WalletError } from '../errors.js'
import { releasedBy } from '../login/continuation.js'
import { createLogin, type LoginParameters, type LoginScreen } from '../login/login.js'
import { asDevice } from '../servers/device.js'
import { createServers, type Servers } from '../servers/servers.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'
import { openDeviceStore } from '../vault/deviceStore.js'
import { createRunTask, type RunTask } from '../vault/runTask.js'
import { inlineWorkers } from '../vault/test/inlineWorker.js'
import { type ScriptedServers, scriptedServers } from './scriptedServers.js'
import { memoryDatabase, site } from './testFrame.js'

/** A call as it leaves the page. */
export interface AskedCall {
  readonly path: string
  readonly payload: Record<string, unknown>
}

/** Answers a call in the servers' place; `next` asks them. */
type Instead = (next: () => Promise<Response>, call: AskedCall) => Promise<Response>

const Signed = v.object({ text: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())) })

interface TestLoginParameters {
  readonly servers?: ScriptedServers | undefined
  readonly database?: DeviceDatabase
  readonly isOwnHost?: LoginParameters['isOwnHost']
  readonly run?: RunTask
}

/** A device's login without the frame around it, over both servers: each call can be held, answered otherwise or lost. */
export async function testLogin({ servers: given, database = memoryDatabase(), ...more }: TestLoginParameters = {}) {
  const scripted = given ?? (await scriptedServers())
  const reported: unknown[] = []
  const shown: (LoginScreen | undefined)[] = []
  const asked: AskedCall[] = []
  const instead = new Map<string, Instead>()
  const anyway = new Set<string>()
  const clock = { now: Date.now() }
  const now = () => clock.now
  const report = (error: unknown) => void reported.push(error)
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    const body = v.safeParse(v.pipe(v.string(), v.parseJson(), Signed), init?.body)
    const call = { path, payload: body.success ? body.output.text : {} }
    asked.push(call)
    const next = () => scripted.fetch(path, init)
    const answer = instead.get(path)?.(next, call) ?? next()
    return anyway.has(path) ? answer : untilAborted(init?.signal ?? undefined, answer)
  }
  const store = await openDeviceStore({ database, report })
  const device = asDevice(store, { fetch, now, report })
  const parameters: LoginParameters & { readonly origin: string } = {
    ...{ servers: device.servers, session: device.session, store, now, report, site },
    ...{ run: createRunTask(inlineWorkers().start), keeperKeys: scripted.keeperKeys },
    ...{ projectId: 'shop', keepsIn: 'cookie', origin: 'https://wallet.example' },
    show: (screen) => void shown.push(screen),
    ...more,
  }
  return {
    ...{ scripted, parameters, store, clock, shown, reported, asked, instead, database },
    /** The paths whose answers come, though they were asked for no longer. */
    anyway,
    session: device.session,
    login: createLogin(parameters),
    screen: () => shown.at(-1),
    /** Returns the payloads that a path was asked with. */
    askedOf: (path: string) => asked.filter((each) => each.path === path).map(({ payload }) => payload),
  }
}

export type TestLogin = Awaited<ReturnType<typeof testLogin>>

/** Ends a call as a browser ends it; what comes of it at the server comes all the same. */
function untilAborted(signal: AbortSignal | undefined, answer: Promise<Response>): Promise<Response> {
  answer.catch(() => undefined)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    answer.then(resolve, reject)
  })
}

/** Answers of a server that refuses. */
export const refusing =
  (code: string, status = 403, field?: string) =>
  async () =>
    Response.json({ error: { code, message: '', ...(field && { field }) } }, { status })

/** An answer that got lost. */
export const lost = async (): Promise<Response> => {
  throw new TypeError('fetch failed')
}

/** Holds what a path is answered until it is let go: by default then what the servers answer. */
export function hold({ instead }: Pick<TestLogin, 'instead'>, path: string) {
  const held: Array<(by?: Instead) => void> = []
  let answered = 0
  instead.set(
    path,
    (next, call) =>
      new Promise((resolve, reject) => {
        held.push((by = (of) => of()) => by(next, call).then(resolve, reject))
      }),
  )
  return {
    /** Counts those that were asked. */
    count: () => held.length,
    /** Answers the next of them. */
    letGo(by?: Instead) {
      held[answered]?.(by)
      answered += 1
    },
  }
}

/** The servers as another browser asks them, by a key of its own. */
export async function otherBrowser({ fetch }: ScriptedServers): Promise<{ servers: Servers; keys: CryptoKeyPair }> {
  const keys = await createSigningKeys()
  return { servers: createServers({ fetch: (url, init) => fetch(String(url), init), keys: () => keys }), keys }
}

/** Continues in a window of the wallet's, in a browser that the keeper knows. */
export async function continueIn(scripted: ScriptedServers, screen: LoginScreen | undefined) {
  const continuation = await screen?.toContinue()
  if (!continuation) throw new Error('Nothing is shown that can be continued.')
  const { servers } = await otherBrowser(scripted)
  await continuation.released(await releasedBy(servers, continuation.asked))
  return continuation
}

/** Logs in by mail and code: the first time it makes the wallet. An original is told the link's digits first, and asks again. */
export async function enter({ login, scripted }: TestLogin, email = 'ada@example.com'): Promise<void> {
  const { action } = await login.email(email).catch((error: unknown) => {
    if (error instanceof WalletError && error.sentence === 'error.digits') return login.email(email)
    throw error
  })
  if (action === 'VERIFY_DEVICE') {
    await scripted.useLink(email)
    await login.device()
  }
  await login.code(scripted.code)
}

/** Waits for a state while timers are the test's own, which `expect.poll` would advance. */
export async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setImmediate(resolve))
}

/** From now on timers are the test's own. @returns whether something has begun to wait so long, in milliseconds */
export function ownTimers(): (ms: number) => boolean {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { setTimeout: timer } = globalThis
  const begun: unknown[] = []
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => {
    begun.push(ms)
    return timer(work, ms)
  })
  return (ms) => begun.includes(ms)
}

/** Timers are the machine's again. */
export function realTimers(): void {
  vi.unstubAllGlobals()
  vi.useRealTimers()
}
