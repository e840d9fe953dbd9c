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
