/** A token bucket for a client of a project. */
export interface RateLimitSettings {
  /** how many requests are refilled each second */
  readonly perSecond: number
  /** how many may come at once */
  readonly burst: number
}

export interface RateLimit {
  /**
   * Takes from a bucket.
   * @param request.key - whose; together with the limit's name it is the bucket's
   * @param request.cost - more than one for a batch; a cost above `burst` counts as `burst`
   * @returns null, or the whole seconds until a retry
   * @throws {@link LimitsAwayError} where the limit is to be closed while its store is away
   */
  take(request: { key: string; cost?: number | undefined }): Promise<number | null>
}

interface Bucket {
  tokens: number
  at: number
}

/** Full buckets hold no information, so beyond this number they are deleted. */
const sweepAbove = 10_000
/** A bound on memory under an attack from very many addresses: the oldest go. */
const mostBuckets = 100_000

/** A token bucket for each key, in this process's memory. */
export function createRateLimit({ perSecond, burst, now }: RateLimitSettings & { now: () => number }): RateLimit {
  const buckets = new Map<string, Bucket>()
  let sweptAt = 0
  const filled = ({ tokens, at }: Bucket, time: number) =>
    Math.min(burst, tokens + (Math.max(0, time - at) / 1000) * perSecond)
  const sweep = (time: number) => {
    if (buckets.size <= sweepAbove || (time - sweptAt < 1000 && buckets.size <= mostBuckets)) return
    sweptAt = time
    for (const [key, bucket] of buckets) if (filled(bucket, time) >= burst) buckets.delete(key)
    for (const key of buckets.keys()) {
      if (buckets.size <= mostBuckets) break
      buckets.delete(key)
    }
  }
  return {
    async take({ key, cost = 1 }) {
      const time = now()
      const bucket = buckets.get(key)
      const tokens = bucket === undefined ? burst : filled(bucket, time)
      const price = Math.min(cost, burst)
      if (tokens < price) return Math.max(1, Math.ceil((price - tokens) / perSecond))
      buckets.delete(key) // so that the oldest stay first
      buckets.set(key, { tokens: tokens - price, at: Math.max(time, bucket?.at ?? time) })
      sweep(time)
      return null
    },
  }
}
