import type { MailboxPage, StoredMessage } from './mailboxes.js'
import type { RelaySessionParameters } from './parameters.js'
import type { Subscription } from './subscriptions.js'

const pageSize = 32
/** Of text, so that what is read ahead of a slow socket stays little. */
const pageBytes = 256 * 1024
/** Mailboxes that are read at the same time for one socket. */
const maxReadings = 4
/** After a mailbox couldn't be read. */
const retryMs = 1_000

export interface ReaderParameters extends RelaySessionParameters {
  push: (message: StoredMessage) => void
  room: () => number
}

export interface Reader {
  /** Reads the mailbox and pushes what the socket hasn't received. */
  notify(subscription: Subscription): void
  resume(): void
  forget(subscription: Subscription): void
  close(): void
}

/**
 * Reads mailboxes in turn, as long as the socket has room. Every reading starts at the position at which the last one ended: so the
 * order is the mailbox's, no message comes twice on a socket, a notification too many or too few loses nothing, and what a
 * socket has no room for waits where it is stored.
 */
export function createReader({ owner, mailboxes, clock, publishes, push, room, onFailure }: ReaderParameters): Reader {
  const { clientId } = owner
  /** The subscriptions that may have more, in the order in which they are read. */
  const waiting = new Set<Subscription>()
  let readings = 0

  const read = async (subscription: Subscription) => {
    const { topic, position: after, isCatchingUp: unacknowledged } = subscription
    subscription.isReading = true
    readings += 1
    try {
      const limit = Math.min(room(), pageSize)
      const page = await mailboxes.read({ topic, clientId, after, unacknowledged, limit, maxBytes: pageBytes })
      await publishes.answered({ topic, clientId })
      // Unsubscribed meanwhile: nothing was pushed, so this page is still to come.
      if (subscription.isActive && deliver({ subscription, page, push, room })) waiting.add(subscription)
    } catch (error) {
      onFailure(error)
      if (subscription.isActive) retries.add(subscription)
    } finally {
      // Checked in the same turn in which the reading ends, so that no notification falls between the two.
      subscription.isReading = false
      readings -= 1
      resume()
    }
  }
  const resume = () => {
    for (const subscription of waiting) {
      if (readings >= maxReadings || room() <= 0) return
      if (subscription.isReading) continue
      waiting.delete(subscription)
      void read(subscription)
    }
  }
  const retries = createRetries({
    clock,
    again(failed) {
      for (const subscription of failed) waiting.add(subscription)
      resume()
    },
  })
  return {
    notify(subscription) {
      waiting.add(subscription)
      resume()
    },
    resume,
    forget(subscription) {
      waiting.delete(subscription)
      retries.delete(subscription)
    },
    close: retries.close,
  }
}

interface DeliverParameters extends Pick<ReaderParameters, 'push' | 'room'> {
  subscription: Subscription
  page: MailboxPage
}

/** Pushes a page as far as the socket has room. @returns whether there is more to read */
function deliver({ subscription, page: { messages, position, hasMore }, push, room }: DeliverParameters): boolean {
  for (const message of messages) {
    if (room() <= 0) return true
    push(message)
    subscription.position = message.position
  }
  subscription.position = position
  if (!hasMore) subscription.isCatchingUp = false
  return hasMore
}

interface RetriesParameters {
  clock: RelaySessionParameters['clock']
  again: (failed: Iterable<Subscription>) => void
}

/** Those whose mailbox couldn't be read are read again together, a moment after the first failure. */
function createRetries({ clock, again }: RetriesParameters) {
  let failed = new Set<Subscription>()
  let cancel: (() => void) | undefined
  return {
    add(subscription: Subscription) {
      failed.add(subscription)
      cancel ??= clock.setTimeout(() => {
        const those = failed
        failed = new Set()
        cancel = undefined
        again(those)
      }, retryMs)
    },
    delete: (subscription: Subscription) => failed.delete(subscription),
    close: () => cancel?.(),
  }
}
