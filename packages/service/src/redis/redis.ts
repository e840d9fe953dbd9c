import type { Redis as Client } from 'ioredis'

/** A program that Redis runs as one step: nothing of another node comes between. */
export interface RedisScript {
  readonly lua: string
}

export interface RunScript {
  readonly script: RedisScript
  readonly key: string
  /** of a script that works on several */
  readonly moreKeys?: readonly string[] | undefined
  readonly args: readonly (string | number)[]
}

/** The Redis (or Valkey) that the nodes of a server share. */
export interface Redis {
  /** Whether it answered the last time it was asked. */
  isUp(): boolean
  /**
   * Runs a script.
   * @throws {@link RedisAwayError}; at once while it is known to be away
   */
  run(request: RunScript): Promise<unknown>
  /** Makes another connection to it, which isn't open yet and subscribes to nothing by itself. It is the caller's to close. */
  connection(): Client
  /** Resolves when it answers. @throws {@link RedisAwayError} */
  ping(): Promise<void>
  /** Lets go of the connection. Can be called again. */
  close(): Promise<void>
}
