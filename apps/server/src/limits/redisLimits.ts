import { RedisAwayError } from '../redis/RedisAwayError.js'
import type { Redis, RedisScript } from '../redis/redis.js'
import { LimitsAwayError } from './LimitsAwayError.js'
import { createMemoryLimits, type LimitKind, type Limits } from './limits.js'
import { slidingWindow, tokenBucket } from './redisScripts.js'

/**
 * Limits that all nodes of a server count together. While Redis is away, each does what its `whenAway` says.
 * @see the Redis keys `foyer:limit:NAME:KEY`, which end by themselves
 */
export function createRedisLimits({ redis, now }: { redis: Redis; now: () => number }): Limits {
  const memory = createMemoryLimits({ now })
  const wait = async ({ name, key, script, args }: Shared) => {
    const seconds = await redis.run({ script, key: `foyer:limit:${name}:${key}`, args: [now(), ...args] })
    return typeof seconds === 'number' && seconds > 0 ? seconds : null
  }
  return {
    rateLimit(limit) {
      const { name, perSecond, burst } = limit
      const alone = memory.rateLimit(limit)
      return {
        take: (request) => {
          const args = [perSecond, burst, request.cost ?? 1]
          return orAway({
            limit,
            together: () => wait({ name, key: request.key, script: tokenBucket, args }),
            alone: () => alone.take(request),
          })
        },
      }
    },
    slidingWindow(limit) {
      const { name, most, withinMs } = limit
      const alone = memory.slidingWindow(limit)
      return {
        take: (request) =>
          orAway({
            limit,
            together: () => wait({ name, key: request.key, script: slidingWindow, args: [most, withinMs] }),
            alone: () => alone.take(request),
          }),
      }
    },
  }
}

interface Shared {
  name: string
  key: string
  script: RedisScript
  args: readonly number[]
}

interface OrAway {
  limit: LimitKind
  together: () => Promise<number | null>
  alone: () => Promise<number | null>
}

/** @throws {@link LimitsAwayError} */
async function orAway({ limit, together, alone }: OrAway): Promise<number | null> {
  try {
    return await together()
  } catch (cause) {
    if (!(cause instanceof RedisAwayError)) throw cause
    if (limit.whenAway === 'closed') throw new LimitsAwayError({ cause })
    return alone()
  }
}
