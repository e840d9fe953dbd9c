import { randomUUID } from 'node:crypto'
import { createIsProxy } from '@foyer/service/budget/clientAddress'
import { type Clock, systemClock } from '@foyer/service/clock'
import type { DatabaseLocation } from '@foyer/service/db/database'
import { openTables } from '@foyer/service/db/openTables'
import { programs } from '@foyer/service/db/programs'
import { eachSettled } from '@foyer/service/eachSettled'
import type { RunningServer } from '@foyer/service/listen'
import { listen } from '@foyer/service/listen'
import { createLog, type Log } from '@foyer/service/log/createLog'
import type { Mailer } from '@foyer/service/mail/mail'
import { createMailQueue } from '@foyer/service/mail/mailQueue'
import { createSmtpMailer } from '@foyer/service/mail/smtpMailer'
import { createMetrics } from '@foyer/service/metrics/createMetrics'
import { noMetrics } from '@foyer/service/metrics/metrics'
import { connectRedis } from '@foyer/service/redis/redis'
import { openKeeperSecret } from '@foyer/service/seal/keeperKeys'
import type { DestinationStream } from 'pino'
import { createKeeper } from './createKeeper.js'
import { createKeeperApp } from './keeperApp.js'
import type { KeeperConfig } from './keeperConfig.js'
import { keeperMigrationsFolder } from './keeperMigrations.js'
import { claimKeeperKeys } from './rotateKeys.js'
import { keeperTables } from './tables.js'

export interface StartKeeperParameters {
  readonly config: KeeperConfig
  /** takes the log; standard output if left out */
  readonly logTo?: DestinationStream | undefined
  readonly clock?: Clock | undefined
  /** the mail server of the configuration, if left out */
  readonly mailer?: Mailer | undefined
}

/** Opens the keeper's own database. @throws DatabaseError */
export const openKeeperDatabase = ({ location, log }: { location: DatabaseLocation; log?: Log | undefined }) =>
  openTables({
    location,
    migrationsFolder: keeperMigrationsFolder(),
    tables: keeperTables,
    onLost: (error) => log?.warn({ error }, 'a connection to the database was lost'),
    onBack: () => log?.info('the database is back'),
  })

/** Starts the keeper and resolves when it answers. @throws DatabaseError · UsedKeyError · PortError · SealError where none of its keys opens its secret */
export async function startKeeper({
  config,
  logTo,
  clock = systemClock,
  mailer,
}: StartKeeperParameters): Promise<RunningServer> {
  const log = createLog({ level: config.logLevel, to: logTo })
  const secrets = await openKeeperSecret(config)
  const database = await openKeeperDatabase({ location: config.database, log })
  const closing: (() => Promise<void>)[] = [database.close]
  const closeAll = () => eachSettled(closing, (close) => close())
  try {
    await claimKeeperKeys({ orm: database.orm, keys: config.keys, publicKeys: secrets.publicKeys })
    const redis = await connectRedis({ url: config.redisUrl, name: 'KEEPER_REDIS_URL', log, now: clock.now, closing })
    const leaving = new AbortController()
    const metrics = config.metricsToken === undefined ? noMetrics : createMetrics()
    const mails = createMailQueue({
      ...{ mailer: mailer ?? createSmtpMailer(config.smtp), log, metrics, clock },
      name: 'keeper mails',
    })
    const { services, background } = createKeeper({
      ...{ config, secrets, database, redis, mails, metrics, log, clock },
      requestId: randomUUID,
      leaving: leaving.signal,
    })
    const { host, port } = config
    const fetch = createKeeperApp(services).fetch
    const onRefused = () => metrics.refused({ limit: 'connections' })
    const listener = await listen({ fetch, host, port, of: programs.keeper, isProxy: createIsProxy(config), onRefused })
    for (const work of background) work.start()
    log.info({ host, port: listener.port, database: config.database.kind }, 'listening')
    let stopping: Promise<void> | undefined
    const stop = async () => {
      leaving.abort()
      const finished = await listener.close()
      await Promise.all(background.map((work) => work.stop()))
      await closeAll()
      log.info({ finished }, 'stopped')
    }
    return { url: listener.url, port: listener.port, stop: () => (stopping ??= stop()) }
  } catch (error) {
    await closeAll()
    throw error
  }
}
