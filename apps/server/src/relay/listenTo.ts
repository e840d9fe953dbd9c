import type { Redis } from '@foyer/service/redis/redis'

/** A connection that hangs is noticed within this time and that of an answer, and made anew. */
const askEveryMs = 5_000

export interface ListenToParameters {
  redis: Pick<Redis, 'connection'>
  channel: string
  onMessage: (message: string) => void
  /** called each time the subscription holds, from when on nothing is missed: what was published before may have been */
  onListening: () => void
}

/** Listens to a channel, on a connection of its own that is made anew after each loss. @returns what ends it */
export function listenTo({ redis, channel, onMessage, onListening }: ListenToParameters): () => void {
  const client = redis.connection()
  let isEnded = false
  const startOver = () => {
    if (!isEnded) client.disconnect(true)
  }
  // The client makes a lost connection anew by itself; that Redis is away is reported by the connection for commands.
  client.on('error', () => {})
  client.on('message', (_, message: string) => {
    if (!isEnded) onMessage(message)
  })
  client.on('ready', () => {
    client.subscribe(channel).then(() => {
      if (!isEnded) onListening()
    }, startOver)
  })
  // Nothing comes on a connection that hangs, and nothing is what a quiet channel sounds like.
  const asking = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(startOver)
  }, askEveryMs)
  asking.unref()
  client.connect().catch(() => {}) // as above
  return () => {
    isEnded = true
    clearInterval(asking)
    client.disconnect()
  }
}
