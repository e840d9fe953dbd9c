import type { KeptMessage, Mailboxes } from './mailboxes.js'

/** One socket's interest in one topic. */
export interface Subscription {
  readonly topic: string
  /** Something may have come: reads the mailbox and pushes what this socket hasn't had. */
  ring(): void
  /** Goes on if it stood still because too much was unacknowledged. */
  resume(): void
  /** Pushes no more, until `ring`. Where it stood is remembered, so that nothing comes twice on the socket. */
  pause(): void
  readonly isActive: () => boolean
}

export interface SubscriptionParameters {
  topic: string
  clientId: string
  mailboxes: Pick<Mailboxes, 'read'>
  setTimeout: (callback: () => void, ms: number) => () => void
  /** how many more messages the socket takes at the moment */
  room: () => number
  push: (message: KeptMessage) => void
  onFailure: (error: unknown) => void
}

/** So many messages are read at once. */
const pageSize = 32
/** After a mailbox couldn't be read. */
const retryMs = 1_000

/**
 * The mailbox is the only truth: a message that comes is a bell, and what is pushed is read from the mailbox from where the
 * last reading ended. So the order is the mailbox's, nothing comes twice, and a bell too many or too few loses nothing.
 */
export function createSubscription(parameters: SubscriptionParameters): Subscription {
  const { topic, clientId, mailboxes, setTimeout, room, push, onFailure } = parameters
  let isActive = false
  let isReading = false
  let isRung = false
  let place: string | null = null
  // What was acknowledged on an earlier socket is left out; what comes from now on comes to each socket of the client.
  let isBehind = true
  let cancelRetry = () => {}

  /** @returns whether there may be more */
  const readPage = async (): Promise<boolean> => {
    const most = Math.min(room(), pageSize)
    if (most <= 0) return false
    isRung = false
    const page = await mailboxes.read({ topic, clientId, after: place, unacknowledged: isBehind, most })
    // Unsubscribed meanwhile: nothing was pushed, so this page is still to come.
    if (!isActive) return false
    place = page.place
    for (const message of page.messages) push(message)
    if (!page.hasMore) isBehind = false
    else isRung = true
    return isRung
  }
  const readAll = async () => {
    isReading = true
    try {
      while (isActive && (await readPage())) {}
    } catch (error) {
      onFailure(error)
      if (isActive) cancelRetry = setTimeout(ring, retryMs)
    } finally {
      isReading = false
    }
  }
  const ring = () => {
    isActive = true
    isRung = true
    if (!isReading) void readAll()
  }
  return {
    topic,
    ring,
    resume: () => {
      if (isActive && isRung && !isReading) void readAll()
    },
    pause: () => {
      isActive = false
      cancelRetry()
    },
    isActive: () => isActive,
  }
}
