/** The Redis that nodes share can't be asked at the moment. The message never holds its address or password. */
export class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError'
  readonly code = 'redis_away'

  constructor({ cause }: { cause: unknown }) {
    super("The Redis of REDIS_URL doesn't answer.", { cause })
  }
}
