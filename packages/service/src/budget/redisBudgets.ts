import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { refusal } from '../errors/ApiError.js'
import type { Redis, RedisScript } from '../redis/redis.js'
import { RedisAwayError } from '../redis/redis.js'
import type { Budgets, Window, WindowBudget } from './budget.js'
import { gather } from './gather.js'
import { createLeasedRate } from './leasedRate.js'
import { createMemoryBudgets, toSeconds } from './memoryBudgets.js'

/**
 * A sliding window in one step: a list of the times that were taken, the oldest first.
 *
 * KEYS: the list. ARGV: the time in ms, how many, the stretch in ms, 1 to take or 0 to look. Answers 0, or the milliseconds to wait.
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
if ARGV[4] == '0' then return 0 end
redis.call('RPUSH', KEYS[1], time)
redis.call('PEXPIRE', KEYS[1], within + 60000)
return 0
`,
}

/**
 * Token buckets, each as the time at which it is full again. Time is the asking node's: where clocks differ, the
 * furthest one counts, so that a difference of so many seconds gives their worth of tokens once.
 *
 * KEYS: the buckets. ARGV, for each: the time in ms, tokens a second, the bucket's size, what was taken of it already, what is to be
 * taken. Answers for each the time at which it is full, and whether the last was taken.
 */
const buckets: RedisScript = {
  lua: `
local answers = {}
for nth, key in ipairs(KEYS) do
  local at = (nth - 1) * 5
  local time, perSecond, burst = tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  local full = math.max(tonumber(redis.call('GET', key) or 0), time) + tonumber(ARGV[at + 4]) / perSecond * 1000
  local price = math.min(tonumber(ARGV[at + 5]), burst)
  local after = full + price / perSecond * 1000
  local isTaken = after - time - burst / perSecond * 1000 <= 0.01
  if isTaken then full = after end
  local text = string.format('%.3f', full)
  if full > time then redis.call('SET', key, text, 'PX', math.ceil(full - time) + 60000) end
  answers[nth] = { text, isTaken and 1 or 0 }
end
return answers
`,
}

/** So few that Redis, which does one thing at a time, is free again within a millisecond. */
const mostTogether = 100

const Answers = v.array(v.tuple([v.pipe(v.string(), v.toNumber()), v.picklist([0, 1])]))
const Wait = v.pipe(v.number(), v.minValue(0))

/**
 * Budgets that all nodes of a server count together. While Redis is away, each follows its `whenAway`.
 * @see the Redis keys `foyer:budget:NAME:KEY`, which end by themselves
 */
export function createRedisBudgets({ redis, clock }: { redis: Redis; clock: Clock }): Budgets {
  const { now } = clock
  const memory = createMemoryBudgets({ now })
  const sync = gather({
    most: mostTogether,
    ask: async (asked: readonly Sync[]) => {
      const [key = '', ...moreKeys] = asked.map((one) => keyOf(one))
      const args = asked.flatMap(({ perSecond, burst, taken, price }) => [now(), perSecond, burst, taken, price])
      const answers = v.parse(Answers, await redis.run({ script: buckets, key, moreKeys, args }))
      return answers.map(([fullAt, isTaken]) => ({ fullAt, isTaken: isTaken === 1 }))
    },
  })
  return {
    rate: (budget) =>
      createLeasedRate({
        ...budget,
        clock,
        sync: (request) => sync({ ...budget, ...request }),
        onAway: (cause) => refuseWhereClosed(budget, cause),
      }),
    window: (budget) => createWindow({ ...budget, redis, now, alone: memory.window(budget) }),
  }
}

interface Sync {
  readonly name: string
  readonly key: string
  readonly perSecond: number
  readonly burst: number
  readonly taken: number
  readonly price: number
}

const keyOf = ({ name, key }: { name: string; key: string }) => `foyer:budget:${name}:${key}`

type CreateWindow = Window & Parameters<Budgets['window']>[0] & { redis: Redis; now: () => number; alone: WindowBudget }

/** Asked each time: what has a window is rare, and counted exactly. */
function createWindow({ redis, now, alone, most, withinMs, ...budget }: CreateWindow): WindowBudget {
  const refusals = createRefusals({ now })
  const ask = async ({ key, isTaken }: { key: string; isTaken: boolean }) => {
    const known = refusals.waitOf(key)
    if (known !== null) return toSeconds(known)
    try {
      const asked = { script: window, key: keyOf({ ...budget, key }), args: [now(), most, withinMs, isTaken ? 1 : 0] }
      const ms = v.parse(Wait, await redis.run(asked))
      if (ms === 0) return null
      refusals.note({ key, ms })
      return toSeconds(ms)
    } catch (cause) {
      if (!(cause instanceof RedisAwayError)) throw cause
      refuseWhereClosed(budget, cause)
      return isTaken ? alone.take({ key }) : alone.waitOf({ key })
    }
  }
  return {
    take: ({ key }) => ask({ key, isTaken: true }),
    waitOf: ({ key }) => ask({ key, isTaken: false }),
  }
}

function refuseWhereClosed({ whenAway }: Pick<Parameters<Budgets['rate']>[0], 'whenAway'>, cause: unknown): void {
  if (whenAway === 'closed') throw new LimitsAwayError({ cause })
}

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

/** The counter for all nodes is away, and a request is not let through uncounted. */
export class LimitsAwayError extends refusal<[{ cause: unknown }]>({
  code: 'limits_away',
  status: 503,
  name: 'rate',
  description: "This can't be done at the moment. Try again in a minute.",
  headers: { 'Retry-After': '60' },
}) {}
