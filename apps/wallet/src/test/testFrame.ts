import { cancelling, hello, prefixes, type RequestName } from '@foyer/embedded/protocol'
import type { AskingWindow } from '../exchange/windowLine.js'
import { type OpenedFrame, openFrame } from '../frame/openFrame.js'
import type { WalletSettings } from '../settings.js'
import type { DeviceDatabase } from '../vault/deviceDatabase.js'
import { openDeviceStore } from '../vault/deviceStore.js'
import { createRunTask } from '../vault/runTask.js'
import { inlineWorkers } from '../vault/test/inlineWorker.js'
import { type ScriptedServers, scriptedServers } from './scriptedServers.js'

export const site = 'https://dapp.example'

/** A message that a frame of the page posted to the page around, and its target. */
export interface Posted {
  readonly message: { readonly type?: string; readonly id?: string; readonly payload?: unknown }
  readonly target: unknown
}

export interface TestFrame {
  readonly frame: OpenedFrame
  readonly servers: ScriptedServers
  readonly posted: Posted[]
  readonly workers: ReturnType<typeof inlineWorkers>
  readonly reported: unknown[]
  readonly database: DeviceDatabase
  /** Brings a message to the frame's window, from wherever it is said to come. */
  deliver(of: { data: unknown; origin?: string; source?: unknown; ports?: readonly MessagePort[] }): void
  /** Asks as an application of the original's would, and waits for the answer. */
  ask(name: RequestName, payload?: unknown): Promise<{ readonly ok: boolean; readonly payload: unknown }>
}

/** Answers as the page's nodes, by method. */
type Node = (request: { readonly method: string; readonly url: string }) => unknown

let asked = 0

/** A frame under a dapp's page: real parts but the window, the network and the thread of the worker. */
export async function testFrame({
  servers: given,
  database = memoryDatabase(),
  document = cookieJar(),
  node = () => ({ error: { code: -32_601, message: 'not there' } }),
  own,
  origin = 'https://wallet.example',
  reload = () => {},
  settings = {},
  requestAnimationFrame,
  isDrawn = true,
  open = () => null,
  top = null,
  session = new Map(),
}: {
  readonly servers?: ScriptedServers
  readonly database?: DeviceDatabase
  /** The document whose cookies a second frame finds again. */
  readonly document?: Pick<Document, 'cookie'>
  readonly node?: Node
  /** In its place: whatever answers under the page's own origin. */
  readonly own?: typeof globalThis.fetch
  /** The page's own, under which the chain is read before a request is shown: then something answers there. */
  readonly origin?: string
  readonly reload?: () => void
  readonly settings?: Partial<WalletSettings>
  readonly requestAnimationFrame?: Window['requestAnimationFrame']
  /** Whether its views have come. */
  readonly isDrawn?: boolean
  /** Opens a window, as the browser would; none unless said. */
  readonly open?: AskingWindow['open']
  /** The window of the whole tab. */
  readonly top?: { location: string | Location } | null
  /** What the tab keeps for a frame of this site. */
  readonly session?: Map<string, string>
} = {}): Promise<TestFrame> {
  const servers = given ?? (await scriptedServers())
  const posted: Posted[] = []
  const waiting = new Map<string, (message: Posted['message']) => void>()
  const parent = {
    postMessage(message: Posted['message'], target: unknown) {
      posted.push({ message, target })
      waiting.get(message.id ?? '')?.(message)
    },
  }
  const target = new EventTarget()
  const frames = requestAnimationFrame && { requestAnimationFrame }
  const sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => session.get(key) ?? null,
    setItem: (key, value) => void session.set(key, value),
    removeItem: (key) => void session.delete(key),
  }
  const window = Object.assign(
    target,
    { parent, document, location: { origin, reload }, open, top, sessionStorage },
    frames,
  )
  const workers = inlineWorkers()
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  const store = await openDeviceStore({ database, report })
  const network = { currency: { symbol: 'ETH', decimals: 18 }, tokens: [] }
  const frame = openFrame({
    settings: {
      ...{ page: 'frame', projectId: 'shop', chainId: 'eip155:1', keeperKeys: servers.keeperKeys },
      networks: [
        { ...network, chainId: 'eip155:1', name: 'Ethereum' },
        { ...network, chainId: 'eip155:31337', name: 'Local' },
        { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] },
      ],
      ...settings,
      parent: site,
    },
    window,
    store,
    run: createRunTask(workers.start),
    async fetch(url, init) {
      if (!String(url).startsWith(origin)) return servers.fetch(String(url), init)
      if (own) return own(url, init)
      const { method } = JSON.parse(String(init?.body))
      return Response.json({ jsonrpc: '2.0', id: 1, ...Object(node({ method, url: String(url) })) })
    },
    now: () => Date.now(),
    report,
  })
  await frame.approvalWindow.load()
  if (isDrawn) frame.drawn()
  const deliver: TestFrame['deliver'] = ({ data, origin: from = site, source = parent, ports = [] }) => {
    const event = new MessageEvent('message', { data, origin: from })
    Object.defineProperties(event, { source: { value: source }, ports: { value: ports } })
    target.dispatchEvent(event)
  }
  return {
    ...{ frame, servers, posted, workers, reported, database, deliver },
    ask(name, payload) {
      asked += 1
      const id = `ask${asked}`
      return new Promise((resolve) => {
        waiting.set(id, ({ type, payload: said }) => {
          waiting.delete(id)
          resolve({ ok: type === `${prefixes.frame}${name}_SUCCESS`, payload: said })
        })
        deliver({ data: { id, type: prefixes.app + name, payload } })
      })
    },
  }
}

/** A database of one record, which a second frame finds again. */
export function memoryDatabase(): DeviceDatabase {
  let record: unknown
  return {
    read: async () => record,
    async write(next) {
      record = next
    },
  }
}

/** A frame's storage as a browser refuses it. */
export const refusedDatabase: DeviceDatabase = {
  read: () => Promise.reject(new DOMException('Storage is blocked.', 'SecurityError')),
  write: () => Promise.reject(new DOMException('Storage is blocked.', 'SecurityError')),
}

/** Cookies of one name each, which scripts set and read. */
export function cookieJar(): Pick<Document, 'cookie'> {
  const cookies = new Map<string, string>()
  return {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (/; Max-Age=0$/.test(text)) cookies.delete(name)
      else cookies.set(name, value)
    },
  }
}

/** Asks as an original does, whose visitor is told the digits first and asks again. */
export async function askByEmail({ ask }: Pick<TestFrame, 'ask'>, email: string) {
  const first = await ask('CONNECT_EMAIL', { email })
  return first.ok ? first : ask('CONNECT_EMAIL', { email })
}

/** Logs in by mail and code: the first time it makes the wallet. */
export async function logIn({ ask, servers }: TestFrame, email = 'ada@example.com'): Promise<void> {
  if (Object((await askByEmail({ ask }, email)).payload).action === 'VERIFY_DEVICE') {
    await servers.useLink(email)
    const device = await ask('CONNECT_DEVICE')
    if (!device.ok) throw new Error(JSON.stringify(device.payload))
  }
  const done = await ask('CONNECT_OTP', { otp: servers.code })
  if (!done.ok) throw new Error(JSON.stringify(done.payload))
}

/** An application of this kit at the frame's other end. */
export function ownHost({ deliver }: TestFrame) {
  const { port1, port2 } = new MessageChannel()
  const shown: boolean[] = []
  const waiting = new Map<string, (answer: { ok: boolean; payload: unknown }) => void>()
  let last = 0
  port1.onmessage = ({ data: { type, id, shown: isShown, payload } }) => {
    if (type === 'foyer/surface') shown.push(isShown)
    waiting.get(id)?.({ ok: String(type).endsWith('_SUCCESS'), payload })
  }
  deliver({ data: hello(), ports: [port2] })
  return {
    shown,
    ask: (name: RequestName, payload?: unknown) =>
      new Promise<{ ok: boolean; payload: unknown }>((resolve) => {
        last += 1
        waiting.set(`${last}`, resolve)
        port1.postMessage({ id: `${last}`, type: prefixes.app + name, payload })
      }),
    /** No longer waits for what was asked last, or as that number. */
    cancel: (number = last) => port1.postMessage(cancelling(`${number}`)),
    close: () => port1.close(),
  }
}
