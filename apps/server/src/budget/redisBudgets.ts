import * as v from 'valibot'
import { ApiError } from '../errors/ApiError.js'
import { RedisAwayError } from '../redis/RedisAwayError.js'
import type { Redis, RedisScript } from '../redis/redis.js'
import type { Budget, BudgetKind, Budgets } from './budget.js'
import { gather } from './gather.js'
import { createMemoryBudgets, toSeconds } from './memoryBudgets.js'

/**
 * Token buckets, each as the time at which it is full again. Time is the asking node's: where clocks differ, the
 * furthest one counts, so that a difference of so many seconds gives their worth of tokens once.
 *
 * KEYS: the buckets. ARGV, for each: the time in ms, tokens a second, the bucket's size, the price. Answers for each 0, or the milliseconds to wait.
 */
const buckets: RedisScript = {
  lua: `
local waits = {}
for nth, key in ipairs(KEYS) do
  local at = (nth - 1) * 4
  local time, perSecond, burst = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local price = math.min(tonumber(ARGV[at + 4]), burst)
  local full = math.max(tonumber(redis.call('GET', key) or 0), time) + price / perSecond * 1000
  local wait = full - time - burst / perSecond * 1000
  if wait > 0.01 then
    waits[nth] = math.max(1, math.ceil(wait))
  else
    redis.call('SET', key, string.format('%.3f', full), 'PX', math.ceil(full - time) + 60000)
    waits[nth] = 0
  end
end
return waits
`,
}

/**
 * A sliding window in one step: a list of the times that were taken, the oldest first.
 *
 * KEYS: the list. ARGV: the time in ms, how many, the stretch in ms. Answers 0, or the milliseconds to wait.
 */
const window: RedisScript = {
  lua: `
local time, most, within = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or time)
while oldest <= time - within do
  redis.call('LPOP', KEYS[1])
  oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or time)
end
if redis.call('LLEN', KEYS[1]) >= most then return math.max(1, oldest + within - time) end
redis.call('RPUSH', KEYS[1], time)
redis.call('PEXPIRE', KEYS[1], within + 60000)
return 0
`,
}

/**
 * Budgets that all nodes of a server count together. While Redis is away, each follows its `whenAway`.
 * @see the Redis keys `foyer:budget:NAME:KEY`, which end by themselves
 */
export function createRedisBudgets({ redis, now }: { redis: Redis; now: () => number }): Budgets {
  const memory = createMemoryBudgets({ now })
  const refusals = createRefusals({ now })
  const askBuckets = gather({
    most: mostTogether,
    ask: async (asked: readonly Asked[]) => {
      const [key = '', ...moreKeys] = asked.map((one) => one.key)
      const args = asked.flatMap((one) => one.args)
      return v.parse(Waits, await redis.run({ script: buckets, key, moreKeys, args }))
    },
  })
  const askWindow = async ({ key, args }: Asked) => v.parse(Wait, await redis.run({ script: window, key, args }))
  const create = ({ budget, alone, ask, args }: Shared): Budget => ({
    async take(request) {
      const { cost = 1 } = request
      const key = `foyer:budget:${budget.name}:${request.key}`
      const known = cost <= 1 ? refusals.waitOf(key) : null
      if (known !== null) return toSeconds(known)
      try {
        const ms = await ask({ key, args: [now(), ...args, cost] })
        if (ms === 0) return null
        // A request of the least cost would be refused again until then; a millisecond less, since that may be rounding.
        if (cost <= 1) refusals.note({ key, ms: ms - 1 })
        return toSeconds(ms)
      } catch (cause) {
        if (!(cause instanceof RedisAwayError)) throw cause
        if (budget.whenAway === 'closed') throw new LimitsAwayError({ cause })
        return alone.take(request)
      }
    },
  })
  return {
    rate(budget) {
      const args = [budget.perSecond, budget.burst]
      return create({ budget, alone: memory.rate(budget), ask: askBuckets, args })
    },
    window(budget) {
      const args = [budget.most, budget.withinMs]
      return create({ budget, alone: memory.window(budget), ask: askWindow, args })
    },
  }
}

interface Shared {
  budget: BudgetKind
  /** counts while Redis is away */
  alone: Budget
  /** asks Redis for the milliseconds to wait, or 0 */
  ask: (asked: Asked) => Promise<number>
  args: readonly number[]
}

interface Asked {
  readonly key: string
  readonly args: readonly number[]
}

/** So few that Redis, which does one thing at a time, is free again within a millisecond. */
const mostTogether = 100

const Wait = v.pipe(v.number(), v.minValue(0))
const Waits = v.array(Wait)

/** A bound on memory under an attack from very many addresses: the oldest go. */
const mostRefusals = 10_000

/**
 * Refused keys and their waits, so that Redis isn't asked again until then. Others only take more meanwhile, so a refusal
 * holds until its time, whatever they do.
 */
function createRefusals({ now }: { now: () => number }) {
  const until = new Map<string, number>()
  return {
    waitOf(key: string): number | null {
      const wait = (until.get(key) ?? 0) - now()
      if (wait > 0) return wait
      until.delete(key)
      return null
    },
    note({ key, ms }: { key: string; ms: number }): void {
      until.delete(key) // so that the oldest stay first
      until.set(key, now() + ms)
      for (const oldest of until.keys()) {
        if (until.size <= mostRefusals) break
        until.delete(oldest)
      }
    },
  }
}

/** What counts for all nodes is away, and what was asked is not let through uncounted. */
export class LimitsAwayError extends ApiError {
  constructor({ cause }: { cause: unknown }) {
    super({
      code: 'limits_away',
      status: 503,
      name: 'rate',
      description: "This can't be done at the moment. Try again in a minute.",
      headers: { 'Retry-After': '60' },
      cause,
    })
  }
}
