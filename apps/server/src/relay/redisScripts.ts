import type { RedisScript } from '@foyer/service/redis/redis'

/*
 * Everything of the mailboxes is under one prefix, whose braces keep it on one server of a cluster, as one script touches several
 * mailboxes: it drops a publisher's oldest wherever they are.
 *
 * - PREFIX:TOPIC is a stream of messages in the order in which they were stored. Their positions are our own numbers: those that Redis
 *   gives begin again with a mailbox that has emptied, within the same millisecond or after its clock went back, and a reader who had
 *   come so far would miss a message.
 * - PREFIX:TOPIC:known is a hash: `m:MESSAGE` is a message's position, `r:POSITION` the clients that have acknowledged it.
 * - PREFIX:due has each message as TOPIC POSITION SIZE, by the time at which it expires.
 * - PREFIX:own:ACCOUNT has those of a publisher, in the order in which they go: first what somebody has. An account is the names of its
 *   PROJECT/NETWORK/ADDRESS/CLIENT/, the widest first.
 * - PREFIX:b: has how many bytes each project holds, PREFIX:b:PROJECT/ each of its networks, and so on down to the clients of an address;
 *   PREFIX:m: and those below it the messages. A name that holds nothing isn't there.
 * - PREFIX:held is a hash of the bytes (`b`) and messages (`m`) of all, and of the `last` number that was given.
 */
export const prefix = 'foyer:{relay}'

const head = `
local prefix, time = '${prefix}', tonumber(ARGV[1])
local held, due = prefix .. ':held', prefix .. ':due'
local function fieldsOf(entry)
  local fields = {}
  for at = 1, #entry[2], 2 do fields[entry[2][at]] = entry[2][at + 1] end
  return fields
end
local function count(account, bytes, messages)
  local above = ''
  for name in string.gmatch(account, '[^/]+') do
    for unit, amount in pairs({ b = bytes, m = messages }) do
      local key = prefix .. ':' .. unit .. ':' .. above
      if tonumber(redis.call('ZINCRBY', key, amount, name)) <= 0 then redis.call('ZREM', key, name) end
    end
    above = above .. name .. '/'
  end
  for unit, amount in pairs({ b = bytes, m = messages }) do
    if redis.call('HINCRBY', held, unit, amount) <= 0 then redis.call('HDEL', held, unit) end
  end
end
-- Deletes first: a Redis without memory refuses what grows, unless the script has written already.
local function drop(member)
  local topic, place, size = string.match(member, '^(%S+) (%S+) (%S+)$')
  local key = prefix .. ':' .. topic
  local entry = redis.call('XRANGE', key, place, place)[1]
  redis.call('ZREM', due, member)
  if not entry then return end
  local fields = fieldsOf(entry)
  redis.call('XDEL', key, place)
  redis.call('HDEL', key .. ':known', 'm:' .. fields.id, 'r:' .. place)
  redis.call('ZREM', prefix .. ':own:' .. fields.account, member)
  count(fields.account, -tonumber(size), -1)
  if redis.call('XLEN', key) == 0 then redis.call('DEL', key, key .. ':known') end
end
local function tidy(most)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', due, '-inf', time, 'LIMIT', 0, most)) do drop(member) end
end
-- Of all mailboxes, always higher than before.
local function nextNumber()
  local clock = redis.call('TIME')
  local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
  local number = math.max(now, tonumber(redis.call('HGET', held, 'last') or 0) + 1)
  redis.call('HSET', held, 'last', string.format('%.0f', number))
  return number
end
`

/**
 * ARGV: the time in ms, the topic, the message's id, when it expires, its size, the publisher, then the project, the network, the address
 * and the client that pay for it; the budgets of bytes (client, address, all) and of messages; how many a topic holds; the channel; then
 * the stream's other fields. Returns 1, or 0 where there is no room.
 */
export const storeMessage: RedisScript = {
  lua: `${head}
tidy(50)
local topic, id, size = ARGV[2], ARGV[3], tonumber(ARGV[5])
local names = { ARGV[7], ARGV[8], ARGV[9], ARGV[10] }
local account = table.concat(names, '/') .. '/'
local key = prefix .. ':' .. topic
local own = prefix .. ':own:' .. account
local function memberOf(place, ofSize) return topic .. ' ' .. place .. ' ' .. ofSize end
local place = redis.call('HGET', key .. ':known', 'm:' .. id)
local there = place and redis.call('XRANGE', key, place, place)[1]
if there then
  local fields = fieldsOf(there)
  if tonumber(fields.expiresAt) > time then return 1 end
  drop(memberOf(place, fields.size))
end

local function heldBy(unit, depth)
  local above = table.concat(names, '/', 1, depth - 1) .. (depth > 1 and '/' or '')
  return tonumber(redis.call('ZSCORE', prefix .. ':' .. unit .. ':' .. above, names[depth]) or 0)
end
-- Who would hold most, from the widest name to the client: the owner itself where another holds as much.
local function heaviest(unit, amount, from)
  local found, isOwn = {}, true
  for depth = 1, 4 do
    local name = names[depth]
    if depth >= from then
      local above = table.concat(found, '/') .. (depth > 1 and '/' or '')
      local most = redis.call('ZREVRANGE', prefix .. ':' .. unit .. ':' .. above, 0, 0, 'WITHSCORES')
      isOwn = isOwn and (not most[1] or heldBy(unit, depth) + amount >= tonumber(most[2]))
      if not isOwn and most[1] then name = most[1] end
    end
    found[depth] = name
  end
  return table.concat(found, '/') .. '/'
end
local function giver(unit, amount, client, address, all)
  if heldBy(unit, 4) + amount > tonumber(client) then return account end
  if heldBy(unit, 3) + amount > tonumber(address) then return heaviest(unit, amount, 4) end
  if tonumber(redis.call('HGET', held, unit) or 0) + amount > tonumber(all) then return heaviest(unit, amount, 1) end
end
if redis.call('XLEN', key) >= tonumber(ARGV[17]) then
  local going
  for _, member in ipairs(redis.call('ZRANGE', own, 0, -1)) do
    if not going and string.sub(member, 1, #topic + 1) == topic .. ' ' then going = member end
  end
  if not going then return 0 end
  drop(going)
end
while true do
  local gives = giver('b', size, ARGV[11], ARGV[12], ARGV[13]) or giver('m', 1, ARGV[14], ARGV[15], ARGV[16])
  if not gives then break end
  local oldest = redis.call('ZRANGE', prefix .. ':own:' .. gives, 0, 0)[1]
  if not oldest then return 0 end
  drop(oldest)
end

local number = nextNumber()
local added = redis.call('XADD', key, string.format('%.0f-0', number), 'id', id, 'expiresAt', ARGV[4], 'size', ARGV[5],
  'publisher', ARGV[6], 'account', account, unpack(ARGV, 19))
redis.call('HSET', key .. ':known', 'm:' .. id, added)
redis.call('ZADD', due, ARGV[4], memberOf(added, ARGV[5]))
redis.call('ZADD', own, number, memberOf(added, ARGV[5]))
count(account, size, 1)
redis.call('PUBLISH', ARGV[18], topic)
return 1
`,
}

/**
 * ARGV: the time in ms, the topic, the client, the position to continue after or '', 1 to leave out what the client has acknowledged,
 * the limits of messages and of bytes. Returns the last position or '', 1 if there is more, then the messages.
 */
export const readMessages: RedisScript = {
  lua: `${head}
local key, client, most, room = prefix .. ':' .. ARGV[2], ARGV[3], tonumber(ARGV[6]), tonumber(ARGV[7])
local place, found = ARGV[4], {}
while true do
  local entries = redis.call('XRANGE', key, place == '' and '-' or '(' .. place, '+', 'COUNT', 8)
  for _, entry in ipairs(entries) do
    if #found >= most then return { place, 1, found } end
    local fields = fieldsOf(entry)
    local has = ARGV[5] == '1' and redis.call('HGET', key .. ':known', 'r:' .. entry[1])
    local isHad = has and string.find(has, ' ' .. client .. ' ', 1, true)
    if tonumber(fields.expiresAt) > time and fields.publisher ~= client and not isHad then
      room = room - #fields.message
      if room < 0 and #found > 0 then return { place, 1, found } end
      found[#found + 1] = entry
    end
    place = entry[1]
  end
  if #entries < 8 then return { place, 0, found } end
end
`,
}

/** ARGV: the time in ms, the topic, the client, the position, how many receivers are recorded. */
export const acknowledgeMessage: RedisScript = {
  lua: `${head}
local key, client, place = prefix .. ':' .. ARGV[2], ARGV[3], ARGV[4]
local entry = redis.call('XRANGE', key, place, place)[1]
if not entry then return 0 end
local has = redis.call('HGET', key .. ':known', 'r:' .. place) or ' '
local _, receivers = string.gsub(has, '[^ ]+', '')
if receivers >= tonumber(ARGV[5]) or string.find(has, ' ' .. client .. ' ', 1, true) then return 0 end
redis.call('HSET', key .. ':known', 'r:' .. place, has .. client .. ' ')
local fields = fieldsOf(entry)
if receivers == 0 then
  local member = ARGV[2] .. ' ' .. place .. ' ' .. fields.size
  redis.call('ZADD', prefix .. ':own:' .. fields.account, 'XX', nextNumber() - 1e15, member)
end
return 1
`,
}

/** ARGV: the time in ms, how many at most. */
export const tidyMessages: RedisScript = {
  lua: `${head}
tidy(tonumber(ARGV[2]))
return redis.call('HMGET', held, 'm', 'b')
`,
}
