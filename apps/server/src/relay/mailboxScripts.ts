import type { RedisScript } from '../redis/redis.js'

/*
 * A mailbox is two keys, which end together when the last message's time is over: a stream of messages in the order in which
 * they came, and a hash of what is known of them: `m:MESSAGE` is where a message stands, `r:PLACE` who has it.
 * Redis gives the places, by its own clock: so they go up even after a mailbox has ended and begun again. The second key is
 * made of the first, whose braces keep both on one server of a cluster.
 */
const head = `
local known = KEYS[1] .. ':known'
local time = tonumber(ARGV[1])
local function field(entry, name)
  for at = 1, #entry[2], 2 do if entry[2][at] == name then return entry[2][at + 1] end end
  return false
end
`

/** ARGV: the time in ms, the message's id, its life in ms, how many may wait, the channel, the topic, then the stream's fields. Answers 1, or 0 when full. */
export const keepMessage: RedisScript = {
  lua: `${head}
local place = redis.call('HGET', known, 'm:' .. ARGV[2])
if place then
  local there = redis.call('XRANGE', KEYS[1], place, place)[1]
  if there and tonumber(field(there, 'expiresAt')) > time then return 1 end
  if there then redis.call('XDEL', KEYS[1], place) end
end
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[4]) then
  for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+')) do
    if tonumber(field(entry, 'expiresAt')) <= time or redis.call('HEXISTS', known, 'r:' .. entry[1]) == 1 then
      redis.call('XDEL', KEYS[1], entry[1])
      redis.call('HDEL', known, 'r:' .. entry[1], 'm:' .. field(entry, 'id'))
    end
  end
  if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
end
local added = redis.call('XADD', KEYS[1], '*', unpack(ARGV, 7))
redis.call('HSET', known, 'm:' .. ARGV[2], added)
local life = math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[3]) + 60000)
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', known, life)
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1
`,
}

/** ARGV: the time in ms, the client, where to go on or '', 1 to leave out what the client has, how many. Answers where it ended or '', 1 if there is more, then the messages. */
export const readMessages: RedisScript = {
  lua: `${head}
local after, most = ARGV[3], tonumber(ARGV[5])
local from, place, found = after == '' and '-' or '(' .. after, after, {}
while true do
  local entries = redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', most + 1)
  for _, entry in ipairs(entries) do
    if #found >= most then return { place, 1, found } end
    place = entry[1]
    local has = ARGV[4] == '1' and redis.call('HGET', known, 'r:' .. place)
    local isHad = has and string.find(has, ' ' .. ARGV[2] .. ' ', 1, true)
    if tonumber(field(entry, 'expiresAt')) > time and field(entry, 'publisher') ~= ARGV[2] and not isHad then
      found[#found + 1] = entry
    end
  end
  if #entries <= most then return { place, 0, found } end
  from = '(' .. place
end
`,
}

/** ARGV: the time in ms, the client, the place, how many are noted. */
export const acknowledgeMessage: RedisScript = {
  lua: `${head}
if #redis.call('XRANGE', KEYS[1], ARGV[3], ARGV[3]) == 0 then return 0 end
local has = redis.call('HGET', known, 'r:' .. ARGV[3]) or ' '
local _, count = string.gsub(has, '[^ ]+', '')
if count >= tonumber(ARGV[4]) or string.find(has, ' ' .. ARGV[2] .. ' ', 1, true) then return 0 end
redis.call('HSET', known, 'r:' .. ARGV[3], has .. ARGV[2] .. ' ')
return 1
`,
}
