import { createHash } from 'node:crypto'
import type { Redis as Client } from 'ioredis'
import { RedisAwayError } from './RedisAwayError.js'
import type { Redis, RedisScript, RunScript } from './redis.js'

export interface OpenRedisParameters {
  /** `redis://…`, or `rediss://…` for TLS */
  url: string
  now: () => number
  /** called once when it is lost, not for each command meanwhile */
  onAway?: ((cause: unknown) => void) | undefined
  /** called once when it answers again */
  onBack?: (() => void) | undefined
}

/** Longer than a nearby Redis takes, short enough for a waiting visitor. */
const answerWithinMs = 500
const connectWithinMs = 2_000
/** A Redis that hangs costs one request so much in each stretch of this length, not every request. */
const restMs = 1_000

/**
 * Connects to a Redis. One that can't be reached is tried again and again in the background; what is asked meanwhile fails
 * at once, so that the caller can go on without it.
 * @returns when it answers, or after 2 s without an answer
 */
export async function openRedis({ url, now, onAway, onBack }: OpenRedisParameters): Promise<Redis> {
  // Loaded where there is one to connect to: a server without it starts sooner.
  const { Redis: Connection } = await import('ioredis')
  const client = new Connection(url, {
    lazyConnect: true,
    connectTimeout: connectWithinMs,
    commandTimeout: answerWithinMs,
    // What couldn't be asked when it was to be asked is not asked later: its moment has passed.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(2_000, 50 * 2 ** Math.min(tries, 6)),
    disableClientInfo: true,
    connectionName: 'foyer-server',
  })
  let away: { cause: unknown; restUntil: number } | null = null
  const lose = (cause: unknown) => {
    if (away === null) onAway?.(cause)
    away = { cause, restUntil: now() + restMs }
  }
  // Without a listener a lost connection would end the process.
  client.on('error', lose)
  const ask = async <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
    if (away !== null && now() < away.restUntil) throw new RedisAwayError({ cause: away.cause })
    try {
      const answer = await question()
      if (away !== null) onBack?.()
      away = null
      return answer
    } catch (cause) {
      // It answers, so it is asked again: what is there can be read and deleted.
      const isFull = cause instanceof Error && cause.message.includes('OOM command not allowed')
      if (isFull) throw new RedisAwayError({ cause, isFull: true })
      lose(cause)
      throw new RedisAwayError({ cause })
    }
  }
  await client.connect().catch(lose)
  return {
    isUp: () => away === null,
    run: (request) => ask(() => evaluate({ client, ...request })),
    ping: () => ask(async () => void (await client.ping())),
    connection: () => client.duplicate({ autoResubscribe: false }),
    close: async () => client.disconnect(),
  }
}

interface Evaluate extends RunScript {
  client: Client
}

const hashes = new WeakMap<RedisScript, string>()

/** By its hash, which is short; a Redis that doesn't know the script yet is handed the whole. */
async function evaluate({ client, script, key, moreKeys = [], args }: Evaluate): Promise<unknown> {
  const hash = hashes.get(script) ?? createHash('sha1').update(script.lua).digest('hex')
  hashes.set(script, hash)
  const keys = [key, ...moreKeys]
  try {
    return await client.evalsha(hash, keys.length, ...keys, ...args)
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
    return await client.eval(script.lua, keys.length, ...keys, ...args)
  }
}
