import pg from 'pg'
import { DatabaseError } from './database.js'
import { callMethod, withMethods } from './withMethods.js'

export interface WatchPoolParameters {
  pool: pg.Pool
  url: string
  /** called once when it stops answering, not for each query meanwhile */
  onAway?: ((cause: unknown) => void) | undefined
  onBack?: (() => void) | undefined
}

// Together under a second: the longest that a visitor waits for a database that is frozen or cut off.
const suspectAfterMs = 250
const lookEveryMs = 100
const answerWithinMs = 500
// A process without a turn for a while finds its timers due before it has read what came meanwhile: so patience is counted in turns.
const turns = 10

/** Pauses between two questions whether it answers. */
const askAgainMs = 250

interface Pending {
  readonly since: number
  fail(cause: DatabaseError): void
}

/**
 * A pool whose queries fail at once while PostgreSQL doesn't answer, and within a second where it stops answering in the middle. A
 * connection that is cut off says so, one to a frozen server or beyond a broken line says nothing: when a query takes long,
 * another connection is opened and asked whether the server lives. A slow query alone fails nothing.
 * A query that failed so may still be done when the server comes back.
 */
export function watchPool({ pool, ...life }: WatchPoolParameters): { pool: pg.Pool; stop(): void } {
  const { guard, stop } = watchLife(life)
  const connect = async () => {
    let connecting: Promise<pg.PoolClient> | undefined
    try {
      return guardedClient({ client: await guard(() => (connecting = pool.connect())), guard })
    } catch (cause) {
      connecting?.then(
        (client) => client.release(), // it came after no one waited for it any more
        () => {}, // reported below
      )
      throw cause
    }
  }
  const query = (...args: unknown[]) => guard(() => callMethod({ target: pool, name: 'query', args }))
  return { pool: withMethods(pool, { query, connect }), stop }
}

/** Runs what is asked of the database, and ends it early where the database is away. */
function watchLife({ url, onAway, onBack }: Omit<WatchPoolParameters, 'pool'>): { guard: Guard; stop(): void } {
  const pending = new Set<Pending>()
  let away: DatabaseError | null = null
  let asking = false
  let askNotBefore = 0
  let answeredAt = 0
  const lose = (cause: unknown) => {
    if (away === null) onAway?.(cause)
    away = silent(cause)
    for (const each of [...pending]) each.fail(away)
  }
  const look = async () => {
    const now = performance.now()
    const [oldest] = pending
    const isSuspicious = away !== null || (oldest !== undefined && now - oldest.since > suspectAfterMs)
    if (asking || !isSuspicious || now < askNotBefore) return
    asking = true
    const answer = await ask(url)
    asking = false
    askNotBefore = performance.now() + askAgainMs
    // One that is too busy to take a connection lives as long as it answers on others.
    if (answer.kind === 'silent') return answeredAt > now ? undefined : lose(answer.cause)
    if (away === null) return
    away = null
    onBack?.()
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()

  const guard = <Answer>(start: () => Promise<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (away !== null) return reject(away)
      const mine: Pending = { since: performance.now(), fail: reject }
      pending.add(mine)
      start()
        .then(
          (answer) => {
            answeredAt = performance.now()
            resolve(answer)
          },
          (cause: unknown) => reject(isLost(cause) ? silent(cause) : cause),
        )
        .finally(() => pending.delete(mine))
    })
  return { guard, stop: () => clearInterval(timer) }
}

type Guard = <Answer>(start: () => Promise<Answer>) => Promise<Answer>

/**
 * For a transaction. A connection on which something failed early may have it still under way: it is closed, at once, since
 * Drizzle doesn't give back one whose `begin` has failed.
 */
function guardedClient({ client, guard }: { client: pg.PoolClient; guard: Guard }): pg.PoolClient {
  let isReleased = false
  const release = (isSpoilt: boolean) => {
    if (!isReleased) client.release(isSpoilt)
    isReleased = true
  }
  return withMethods(client, {
    query: (...args) =>
      guard(() => callMethod({ target: client, name: 'query', args })).catch((cause: unknown) => {
        if (cause instanceof DatabaseError || isEnded(cause)) release(true)
        throw cause
      }),
    release: () => release(false),
  })
}

type Answer = { kind: 'alive' } | { kind: 'silent'; cause: unknown }

/** On a connection of its own, since all others may hang. Whatever it answers, a refusal too, it lives; unless it says that it is going or coming. */
async function ask(url: string): Promise<Answer> {
  // The driver's own limits only close what no caller waits for any more.
  const limitMs = 10 * answerWithinMs
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs })
  client.on('error', () => {}) // it also fails the call that runs, which is where it is answered
  const impatience = new AbortController()
  try {
    const asked = client.connect().then(() => client.query('select 1'))
    const isAnswered = asked.then(() => true)
    if (await Promise.race([isAnswered, outOfPatience(impatience.signal)])) return { kind: 'alive' }
    return { kind: 'silent', cause: new Error(`No answer within ${answerWithinMs} ms`) }
  } catch (cause) {
    if (cause instanceof pg.DatabaseError && !cause.code?.startsWith('57P')) return { kind: 'alive' }
    return { kind: 'silent', cause }
  } finally {
    impatience.abort()
    client.end().catch(() => {}) // nothing is asked of it any more
  }
}

/** @returns false, after so much time in which this process had its turns */
async function outOfPatience(signal: AbortSignal): Promise<false> {
  for (let turn = 0; turn < turns && !signal.aborted; turn++)
    await new Promise((resolve) => setTimeout(resolve, answerWithinMs / turns).unref())
  return false
}

const silent = (cause: unknown) =>
  new DatabaseError({ code: 'database_silent', message: "The database doesn't answer.", cause })

/** Recognizes what PostgreSQL says to a connection that it ends, as it does to all when it stops. */
const isEnded = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && /^(08\w{3}|57P\w{2})$/.test(cause.code ?? '')

/** Recognizes what the driver says of a connection that it can't make, or has lost; not what PostgreSQL says of a query. */
function isLost(cause: unknown): boolean {
  if (!(cause instanceof Error) || cause instanceof DatabaseError) return false
  if (cause instanceof pg.DatabaseError) return false
  return 'code' in cause || /timeout|terminated|ended|closed|not queryable/i.test(cause.message)
}

/**
 * Why a query failed that may succeed later, where the database is the reason: it is `silent`, or `refuses` (it stops or starts, has no more
 * connections, memory or disk, or took too long: the classes 08, 53, 57P and the code 57014 of SQLSTATE).
 * @returns null for all other failures
 */
export function awayReason(cause: unknown): 'silent' | 'refuses' | null {
  for (let each = cause, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth++) {
    if (each instanceof DatabaseError && each.code === 'database_silent') return 'silent'
    if ('code' in each && typeof each.code === 'string' && /^((08|53)\w{3}|57P\w{2}|57014)$/.test(each.code))
      return 'refuses'
  }
  return null
}
