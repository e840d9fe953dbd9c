import type { Database, DatabaseLocation } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import type { Mailer } from '@foyer/service/mail/mail'
import type { Redis } from '@foyer/service/redis/redis'
import { handClock } from '@foyer/service-testing/handClock'
import { createApp } from '../app.js'
import type { ChainConfig } from '../chains/chain.js'
import { completeConfig, type ServerConfig } from '../config/config.js'
import { createServices } from '../createServices.js'
import { openDatabase } from '../db/openDatabase.js'
import { migrationsFolder } from '../migrationsFolder.js'
import type { PictureStore } from '../pictures/pictureStore.js'
import type { ProjectConfig } from '../projects/project.js'
import type { Services } from '../services.js'

/** The API of a test: the real services on a real database, called as a value, with a clock that stands still. */
export interface TestApi {
  readonly services: Services
  /** every line of the log, as text */
  readonly logged: readonly string[]
  /** milliseconds since 1970 */
  time: number
  /** Lets every time limit that runs be reached. */
  expire(): void
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  send(path: string, init: RequestInit): Promise<Response>
}

export interface OpenApiParameters {
  /** stays open when the API closes */
  database: Database
  projects?: readonly ProjectConfig[] | undefined
  burst?: number | undefined
  /** what the server is configured with besides */
  config?: Partial<ServerConfig> | undefined
  chains?: readonly ChainConfig[] | undefined
  /** what several nodes share; stays open when the API closes */
  redis?: Redis | undefined
  /** where pictures are, if not in a memory of its own */
  pictureStore?: PictureStore | undefined
  /** what takes mails */
  mailer?: Mailer | undefined
  /** the client's address */
  remoteAddress?: string | undefined
  /** replaces the database's own health */
  ping?: (() => Promise<void>) | undefined
}

export const demo: ProjectConfig = {
  id: 'demo',
  name: 'Demo',
  allowedOrigins: ['https://dapp.example', 'https://*.preview.example'],
  vouchedOrigins: [],
  analyticsEnabled: true,
  development: false,
}

/** A database for the tests of a file, in memory by default. */
export function openTestDatabase(location: DatabaseLocation = { kind: 'memory' }): Promise<Database> {
  return openDatabase({ location, migrationsFolder: migrationsFolder() })
}

/** For tests; nothing in the product imports this. */
export async function openApi({
  database,
  chains = [],
  projects = [demo],
  burst = 10_000,
  config = {},
  redis,
  pictureStore,
  mailer,
  remoteAddress = '203.0.113.77',
  ping,
}: OpenApiParameters): Promise<TestApi> {
  const logged: string[] = []
  const now = () => api.time
  const { setTimeout, expire } = handClock()
  let requests = 0
  const services = createServices({
    config: completeConfig({ ...config, chains, rateLimit: { perSecond: 1, burst } }),
    database: { ...database, ping: ping ?? database.ping },
    redis,
    pictureStore,
    mailer,
    log: createLog({ level: 'trace', to: { write: (line) => void logged.push(line) } }),
    clock: { now, setTimeout },
    requestId: () => `request-${++requests}`,
  })
  await services.projects.seed(projects)
  const app = createApp(services)
  const client = { incoming: { socket: { remoteAddress } } }
  const send = async (path: string, init: RequestInit) => app.request(path, init, client)
  const api: TestApi = {
    services,
    logged,
    expire,
    time: Date.parse('2026-01-01T00:00:00Z'),
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post(path, body, headers = { 'content-type': 'text/plain' }) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const length = { 'content-length': String(Buffer.byteLength(text)) } // as browsers announce it
      return send(path, { method: 'POST', headers: { ...length, ...headers }, body: text })
    },
  }
  return api
}
