import { randomUUID } from 'node:crypto'
import type { DestinationStream } from 'pino'
import { createApp } from './app.js'
import { createBalances } from './balances/balances.js'
import { createChains } from './chains/chains.js'
import { systemClock } from './clock.js'
import { defaults, type ServerConfig } from './config/config.js'
import type { Database } from './db/database.js'
import { openDatabase } from './db/openDatabase.js'
import { createEvents } from './events/events.js'
import { createClientKey } from './limits/clientAddress.js'
import { createRateLimit } from './limits/rateLimit.js'
import { createSlidingWindow } from './limits/slidingWindow.js'
import { listen } from './listen.js'
import { createLog } from './log/createLog.js'
import { migrationsFolder } from './migrationsFolder.js'
import { noNameService } from './names/identities.js'
import { createProjects } from './projects/projects.js'
import type { Services } from './services.js'

export type { ServerConfig } from './config/config.js'

/** What a server is started with; what is left out holds as it does without configuration, but the data is in memory. */
export type StartServerParameters = { readonly [Name in keyof ServerConfig]?: ServerConfig[Name] | undefined } & {
  /** takes the log, a JSON object a line; standard output if left out */
  readonly logTo?: DestinationStream | undefined
}

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Takes no more requests, finishes those that run, within 10 s, and closes the database. Can be called again. */
  stop(): Promise<void>
}

/**
 * Starts the server and resolves when it answers.
 * @throws DatabaseError · PortError
 * @example
 * const server = await startServer({ port: 0, projects: [{ id: 'my-dapp', name: 'My dapp', … }] })
 * await fetch(`${server.url}/healthz`)
 * await server.stop()
 */
export async function startServer({ logTo, ...said }: StartServerParameters): Promise<RunningServer> {
  const config = complete(said)
  const log = createLog({ level: config.logLevel, to: logTo })
  const database = await openDatabase({
    location: config.database,
    migrationsFolder: migrationsFolder(),
    onLost: (error) => log.warn({ error }, 'a connection to the database was lost'),
  })
  try {
    const services = createServices({ config, database, log })
    await services.projects.seed(config.projects)
    const listener = await listen({ fetch: createApp(services).fetch, host: config.host, port: config.port })
    log.info({ host: config.host, port: listener.port, database: config.database.kind }, 'listening')
    let stopping: Promise<void> | undefined
    const stop = async () => {
      const finished = await listener.close()
      await database.close()
      log.info({ finished }, 'stopped')
    }
    return { url: listener.url, port: listener.port, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await database.close()
    throw error
  }
}

function complete(said: StartServerParameters): ServerConfig {
  return {
    host: said.host ?? defaults.host,
    port: said.port ?? defaults.port,
    database: said.database ?? { kind: 'memory' },
    logLevel: said.logLevel ?? defaults.logLevel,
    chains: said.chains ?? [],
    projects: said.projects ?? [],
    trustedProxies: said.trustedProxies ?? [],
    rateLimit: said.rateLimit ?? defaults.rateLimit,
    upstreamTimeoutMs: said.upstreamTimeoutMs ?? defaults.upstreamTimeoutMs,
  }
}

function createServices({
  config,
  database,
  log,
}: {
  config: ServerConfig
  database: Database
  log: Services['log']
}): Services {
  const { orm } = database
  const { now } = systemClock
  const chains = createChains({ chains: config.chains, timeoutMs: config.upstreamTimeoutMs, clock: systemClock })
  // Five errors within a minute, the figure that clients keep to by themselves [S8.43].
  const errorLimit = createSlidingWindow({ most: 5, withinMs: 60_000, now })
  return {
    balances: createBalances({ chains }),
    chains,
    clientKey: createClientKey({ trustedProxies: config.trustedProxies }),
    database,
    events: createEvents({ orm, errorLimit, now }),
    identities: noNameService,
    log,
    now,
    projects: createProjects({ orm }),
    rateLimit: createRateLimit({ ...config.rateLimit, now }),
    requestId: randomUUID,
  }
}
