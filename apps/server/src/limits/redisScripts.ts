import type { RedisScript } from '../redis/redis.js'

/**
 * A token bucket in one step. Time is the asking node's: where clocks differ, the furthest one counts, and a bucket never
 * goes back in time, so that a difference of so many seconds gives their worth of tokens once.
 *
 * KEYS: the bucket. ARGV: the time in ms, tokens a second, the bucket's size, the price. Answers 0, or the milliseconds to wait.
 */
export const tokenBucket: RedisScript = {
  lua: `
local time, perSecond, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local price = math.min(tonumber(ARGV[4]), burst)
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(bucket[1] or burst), tonumber(bucket[2] or time)
if time > at then
  tokens = math.min(burst, tokens + (time - at) / 1000 * perSecond)
  at = time
end
if tokens < price then return math.max(1, math.ceil((price - tokens) / perSecond * 1000)) end
tokens = tokens - price
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', at)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / perSecond * 1000) + 60000)
return 0
`,
}

/**
 * A sliding window in one step: a list of the times that were taken, the oldest first.
 *
 * KEYS: the list. ARGV: the time in ms, how many, the stretch in ms. Answers 0, or the milliseconds to wait.
 */
export const slidingWindow: RedisScript = {
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
