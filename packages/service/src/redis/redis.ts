import { createHash } from 'node:crypto'
import type { Redis as Client } from 'ioredis'
import type { Log } from '../log/createLog.js'

/** A program that Redis runs as one step: nothing of another node comes between. */
export interface RedisScript {
  readonly lua: string
}

interface RunScript {
  readonly script: RedisScript
  readonly key: string
  /** of a script that works on several */
  readonly moreKeys?: readonly string[] | undefined
  readonly args: readonly (string | number)[]
}

/** The Redis that nodes share can't be asked at the moment. The message never holds its address or password. */
export class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError'
  readonly code = 'redis_away'

  /** @param options.isFull - it answers, but has no memory left for what is to be written */
  constructor({ cause, isFull = false }: { cause: unknown; isFull?: boolean | undefined }) {
    const full = 'Redis is out of memory. Raise its maxmemory, or lower RELAY_MAILBOX_MEGABYTES.'
    super(isFull ? full : "The Redis of REDIS_URL doesn't answer.", { cause })
  }
}

interface OpenRedis {
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

/** The Redis (or Valkey) that the nodes of a server share. */
export type Redis = Awaited<ReturnType<typeof openRedis>>

/**
 * Connects to a Redis. One that can't be reached is tried again and again in the background; what is asked meanwhile fails
 * at once, so that the caller can go on without it.
 * @returns when it answers, or after 2 s without an answer
 */
export async function openRedis({ url, now, onAway, onBack }: OpenRedis) {
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
    /** Whether it answered the last time it was asked. */
    isUp: () => away === null,
    /** Runs a script. @throws {@link RedisAwayError}; at once while it is known to be away */
    run: (request: RunScript) => ask(() => evaluate(client, request)),
    /** Resolves when it answers. @throws {@link RedisAwayError} */
    ping: () => ask(async () => void (await client.ping())),
    /** Makes another connection to it, which isn't open yet and subscribes to nothing by itself. It is the caller's to close. */
    connection: (): Client => client.duplicate({ autoResubscribe: false }),
    /** Lets go of the connection. Can be called again. */
    close: async () => client.disconnect(),
  }
}

const hashes = new WeakMap<RedisScript, string>()

/** By its hash, which is short; a Redis that doesn't know the script yet is handed the whole. */
async function evaluate(client: Client, { script, key, moreKeys = [], args }: RunScript): Promise<unknown> {
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

interface ConnectRedis extends Pick<OpenRedis, 'now'> {
  url: string | undefined
  name: string
  log: Log
  /** takes what closes it */
  closing: (() => Promise<void>)[]
}

/** A Redis that doesn't answer holds nothing up: the nodes count by themselves until it does. */
export async function connectRedis({ url, name, log, now, closing }: ConnectRedis): Promise<Redis | undefined> {
  if (url === undefined) return undefined
  const redis = await openRedis({
    ...{ url, now },
    onAway: (error) =>
      log.warn({ error, redis: name }, 'Redis is away: reads are counted by each node, what must be counted is closed'),
    onBack: () => log.info({ redis: name }, 'Redis is back'),
  })
  closing.push(redis.close)
  return redis
}
