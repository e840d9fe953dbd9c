import { ApiError } from '../errors/ApiError.js'
import { RedisAwayError } from '../redis/RedisAwayError.js'
import type { Redis, RedisScript } from '../redis/redis.js'
import { createMemoryLimits, type LimitKind, type Limits } from './limits.js'
import { slidingWindow, tokenBucket } from './redisScripts.js'
import { createRefusals } from './refusals.js'

/**
 * Limits that all nodes of a server count together. While Redis is away, each follows its `whenAway`.
 * @see the Redis keys `foyer:limit:NAME:KEY`, which end by themselves
 */
export function createRedisLimits({ redis, now }: { redis: Redis; now: () => number }): Limits {
  const memory = createMemoryLimits({ now })
  const refusals = createRefusals({ now })
  const wait = async ({ name, key, script, args, isLeast }: Shared) => {
    const shared = `foyer:limit:${name}:${key}`
    const known = isLeast ? refusals.waitOf(shared) : null
    if (known !== null) return toSeconds(known)
    const ms = await redis.run({ script, key: shared, args: [now(), ...args] })
    if (typeof ms !== 'number' || ms <= 0) return null
    // A request of the least cost that is refused would be refused again until then; a millisecond less, since that may be rounding.
    if (isLeast) refusals.note({ key: shared, ms: ms - 1 })
    return toSeconds(ms)
  }
  return {
    rateLimit(limit) {
      const { name, perSecond, burst } = limit
      const alone = memory.rateLimit(limit)
      return {
        take: (request) => {
          const { key, cost = 1 } = request
          const args = [perSecond, burst, cost]
          return orAway({
            limit,
            together: () => wait({ name, key, script: tokenBucket, args, isLeast: cost <= 1 }),
            alone: () => alone.take(request),
          })
        },
      }
    },
    slidingWindow(limit) {
      const { name, most, withinMs } = limit
      const alone = memory.slidingWindow(limit)
      return {
        take: (request) => {
          const { key } = request
          return orAway({
            limit,
            together: () => wait({ name, key, script: slidingWindow, args: [most, withinMs], isLeast: true }),
            alone: () => alone.take(request),
          })
        },
      }
    },
  }
}

const toSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

interface Shared {
  name: string
  key: string
  script: RedisScript
  args: readonly number[]
  /** whether this is the least cost that is asked of this limit */
  isLeast: boolean
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

/** What counts for all nodes is away, and what was asked is not let through uncounted. */
export class LimitsAwayError extends ApiError {
  override readonly name = 'LimitsAwayError'
  constructor({ cause }: { cause: unknown }) {
    super({
      code: 'limits_away',
      status: 503,
      reasons: [{ name: 'rate', description: "This can't be done at the moment. Try again in a minute." }],
      headers: { 'Retry-After': '60' },
      cause,
    })
  }
}
