import type { Mailboxes, StoredMessage } from './mailboxes.js'
import type { OpenPublishes } from './relay.js'

/** One socket's subscription to one topic. */
export interface Subscription {
  readonly topic: string
  readonly clientId: string
  readonly isActive: () => boolean
  /** A message may have been stored: reads the mailbox and pushes what this socket hasn't received. */
  notify(): void
  /** Continues where reading stopped because too much was unacknowledged. */
  resume(): void
  /** Pushes no more, until `notify`. The position is kept, so that no message comes twice on the socket. */
  pause(): void
}

export interface SubscriptionParameters {
  topic: string
  clientId: string
  mailboxes: Pick<Mailboxes, 'read'>
  setTimeout: (callback: () => void, ms: number) => () => void
  answered: OpenPublishes['answered']
  /** how many more messages the socket takes at the moment */
  room: () => number
  push: (message: StoredMessage) => void
  onFailure: (error: unknown) => void
}

const pageSize = 32
/** After a mailbox couldn't be read. */
const retryMs = 1_000

/**
 * Every message that is pushed is read from the mailbox, from the position at which the last reading ended. So the order is
 * the mailbox's, no message comes twice, and a notification too many or too few loses nothing.
 */
export function createSubscription(parameters: SubscriptionParameters): Subscription {
  const { topic, clientId, mailboxes, setTimeout, answered, room, push, onFailure } = parameters
  let isActive = false
  let isReading = false
  let mayHaveMore = false
  let position: string | null = null
  // What was acknowledged on an earlier socket is left out; what comes from now on comes to each socket of the client.
  let isCatchingUp = true
  let cancelRetry = () => {}

  const canRead = () => isActive && mayHaveMore && room() > 0
  const readPage = async () => {
    mayHaveMore = false
    const limit = Math.min(room(), pageSize)
    const page = await mailboxes.read({ topic, clientId, after: position, unacknowledged: isCatchingUp, limit })
    await answered({ topic, clientId })
    // Unsubscribed meanwhile: nothing was pushed, so this page is still to come.
    if (!isActive) return
    position = page.position
    for (const message of page.messages) push(message)
    if (page.hasMore) mayHaveMore = true
    else isCatchingUp = false
  }
  const readAll = async () => {
    if (isReading) return
    isReading = true
    try {
      // Checked in the same turn in which `isReading` ends, so that no notification falls between the two.
      while (canRead()) await readPage()
    } catch (error) {
      onFailure(error)
      if (isActive) cancelRetry = setTimeout(notify, retryMs)
    } finally {
      isReading = false
    }
  }
  const notify = () => {
    isActive = true
    mayHaveMore = true
    void readAll()
  }
  return {
    topic,
    clientId,
    isActive: () => isActive,
    notify,
    resume: () => void readAll(),
    pause: () => {
      isActive = false
      cancelRetry()
    },
  }
}
