import { createHash } from 'node:crypto'
import type { Log } from '@foyer/service/log/createLog'
import type { Redis } from '@foyer/service/redis/redis'
import { LRUCache } from 'lru-cache'

/** Answers of providers as text, kept for a while: by all nodes together where they share a Redis, else by this one. */
export interface SharedAnswers {
  /**
   * Asks at once for all who want the same at the same time.
   * @param request.key - what is asked; it is only ever kept as a hash
   * @param request.freshMs - how old a kept answer may be
   * @throws what `load` throws
   */
  of(request: { key: string; freshMs: number; load: () => Promise<string> }): Promise<string>
}

interface Kept {
  readonly at: number
  readonly text: string
}

const longestKeptMs = 15 * 60 * 1000
const mostChars = 16 * 1024 * 1024
/** A larger answer is rare, and would push out too many others. */
const mostCharsEach = 1024 * 1024

const get = { lua: "return redis.call('GET', KEYS[1])" }
const set = { lua: "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 0" }

export function createSharedAnswers(parameters: {
  redis?: Redis | undefined
  now: () => number
  log: Log
}): SharedAnswers {
  const { redis, now, log } = parameters
  const kept = new LRUCache<string, Kept>({
    maxSize: mostChars,
    maxEntrySize: mostCharsEach,
    sizeCalculation: ({ text }) => text.length + 200,
  })
  const asking = new Map<string, Promise<string>>()
  const isFresh = (known: Kept | undefined, freshMs: number): known is Kept =>
    known !== undefined && now() - known.at < freshMs

  // What the nodes share only saves a question; without it, the question is asked.
  const orNothing = async <Value>(work: Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work
    } catch (error) {
      log.debug({ error }, 'answers of providers are not shared at the moment')
      return undefined
    }
  }
  const shared = async (key: string): Promise<Kept | undefined> => {
    if (redis === undefined) return undefined
    const found = await orNothing(redis.run({ script: get, key, args: [] }))
    const [, at, text] = typeof found === 'string' ? (/^(\d+) (.*)$/s.exec(found) ?? []) : []
    return text === undefined ? undefined : { at: Number(at), text }
  }
  const share = async ({ key, known: { at, text } }: { key: string; known: Kept }) => {
    if (redis === undefined || text.length > mostCharsEach) return
    await orNothing(redis.run({ script: set, key, args: [`${at} ${text}`, longestKeptMs] }))
  }

  return {
    async of({ key: named, freshMs, load }) {
      const key = `foyer:answer:${createHash('sha256').update(named).digest('base64url')}`
      const own = kept.get(key)
      if (isFresh(own, freshMs)) return own.text
      const read = async () => {
        const theirs = await shared(key)
        if (isFresh(theirs, freshMs)) {
          kept.set(key, theirs)
          return theirs.text
        }
        const known = { at: now(), text: await load() }
        kept.set(key, known)
        await share({ key, known })
        return known.text
      }
      const reading = asking.get(key) ?? read().finally(() => asking.delete(key))
      asking.set(key, reading)
      return reading
    },
  }
}
