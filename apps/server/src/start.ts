import { randomUUID } from 'node:crypto'
import { createIsProxy } from '@foyer/service/budget/clientAddress'
import { type Clock, sleep, systemClock } from '@foyer/service/clock'
import { ConfigError } from '@foyer/service/config/readVariables'
import { eachSettled } from '@foyer/service/eachSettled'
import type { RunningServer } from '@foyer/service/listen'
import { listen } from '@foyer/service/listen'
import { createLog } from '@foyer/service/log/createLog'
import { connectRedis } from '@foyer/service/redis/redis'
import type { DestinationStream } from 'pino'
import { createApp } from './app.js'
import { completeConfig, isNamelessOutside, namelessOutside, type ServerConfig } from './config/config.js'
import { createServices } from './createServices.js'
import { openDatabase } from './db/openDatabase.js'
import { claimLoginKeys } from './login/rotateLoginKeys.js'
import { migrationsFolder } from './migrationsFolder.js'
import { openPictureStore } from './pictures/openPictureStore.js'

export type { RunningServer } from '@foyer/service/listen'
export type { ServerConfig } from './config/config.js'

/** The parameters of a server; what is left out holds as it does without configuration, but the data is in memory. */
export type StartServerParameters = { readonly [Name in keyof ServerConfig]?: ServerConfig[Name] | undefined } & {
  /** takes the log, a JSON object a line; standard output if left out */
  readonly logTo?: DestinationStream | undefined
  /** the machine's own if left out */
  readonly clock?: Clock | undefined
}

/**
 * Starts the server and resolves when it answers.
 * @throws {@link ConfigError} · DatabaseError · UsedKeyError · PictureStoreError · PortError
 * @example
 * const server = await startServer({ port: 0, projects: [{ id: 'my-dapp', name: 'My dapp', … }] })
 * await fetch(`${server.url}/healthz`)
 * await server.stop()
 */
export async function startServer({
  logTo,
  clock = systemClock,
  ...said
}: StartServerParameters): Promise<RunningServer> {
  const config = completeConfig(said)
  if (isNamelessOutside(config)) throw new ConfigError({ problems: [namelessOutside] })
  const log = createLog({ level: config.logLevel, to: logTo })
  const database = await openDatabase({
    location: config.database,
    migrationsFolder: migrationsFolder(),
    onLost: (error) => log.warn({ error }, 'a connection to the database was lost'),
    onBack: () => log.info('the database is back'),
  })
  const closing: (() => Promise<void>)[] = [database.close]
  const closeAll = () => eachSettled(closing.reverse(), (close) => close())
  try {
    if (config.login !== undefined) await claimLoginKeys({ orm: database.orm, keys: config.login.keys })
    const place = { config: config.pictures, clock, random: Math.random }
    const pictureStore = await openPictureStore({ ...place, orm: database.orm, log })
    const { redisUrl, mailboxRedisUrl = redisUrl } = config
    const redis = await connectRedis({ url: redisUrl, name: 'REDIS_URL', log, now: clock.now, closing })
    const ofMailboxes = { url: mailboxRedisUrl, name: 'MAILBOX_REDIS_URL', log, now: clock.now, closing }
    const mailboxRedis = mailboxRedisUrl === redisUrl ? redis : await connectRedis(ofMailboxes)
    let isDraining = false
    const opened = { database, redis, mailboxRedis, pictureStore }
    const draining = () => isDraining
    const services = createServices({ ...opened, config, log, clock, requestId: randomUUID, isDraining: draining })
    await services.projects.seed(config.projects)
    const listener = await listen({
      fetch: createApp(services).fetch,
      upgrade: services.relay.upgrade,
      host: config.host,
      port: config.port,
      isProxy: createIsProxy(config),
      onRefused: () => services.metrics.refused({ limit: 'connections' }),
    })
    for (const work of services.background) work.start()
    log.info({ host: config.host, port: listener.port, database: config.database.kind }, 'listening')
    let stopping: Promise<void> | undefined
    const stop = async () => {
      isDraining = true
      if (config.drainSeconds > 0) await sleep({ clock, ms: config.drainSeconds * 1_000 })
      // Sockets hold a port open, so both close together.
      const [finished] = await Promise.all([listener.close(), services.relay.close()])
      await Promise.all(services.background.map((work) => work.stop()))
      await closeAll()
      log.info({ finished }, 'stopped')
    }
    return { url: listener.url, port: listener.port, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await closeAll()
    throw error
  }
}
