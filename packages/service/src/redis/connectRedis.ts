import type { Log } from '../log/createLog.js'
import { openRedis } from './openRedis.js'
import type { Redis } from './redis.js'

/** A Redis that doesn't answer holds nothing up: the nodes count by themselves until it does. */
export async function connectRedis({
  url,
  name,
  log,
  now,
  closing,
}: {
  url: string | undefined
  name: string
  log: Log
  now: () => number
  /** takes what closes it */
  closing: (() => Promise<void>)[]
}): Promise<Redis | undefined> {
  if (url === undefined) return undefined
  const redis = await openRedis({
    url,
    now,
    onAway: (error) =>
      log.warn({ error, redis: name }, 'Redis is away: reads are counted by each node, what must be counted is closed'),
    onBack: () => log.info({ redis: name }, 'Redis is back'),
  })
  closing.push(redis.close)
  return redis
}
