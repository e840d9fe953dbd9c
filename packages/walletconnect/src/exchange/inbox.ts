import {
  type Bytes,
  type Ciphers,
  type Delivery,
  type EnvelopeKey,
  envelopeLimits,
  messageIdOf,
  openEnvelope,
  type Payload,
  parsePayload,
} from '../protocol/index.js'
import type { RecordedTexts } from '../records/records.js'
import type { Transport } from '../transport/transport.js'

/** A message of a peer: opened, of the right kind of envelope for its topic, and not heard before. */
export interface Message {
  readonly topic: string
  readonly payload: Payload
  /** What the relay handed on with it. */
  readonly attestation?: string | undefined
  /** Who sent an envelope of type 1, and the key that was made on the way. */
  readonly sender?: { readonly publicKey: Bytes; readonly symKey: Bytes } | undefined
}

export interface InboxParameters {
  readonly transport: Pick<Transport, 'onDelivery'>
  readonly ciphers: Ciphers
  /** What was heard, by the beginnings of hashes; see {@link heardKind}. */
  readonly heard: RecordedTexts
  /** What a topic's messages are opened with, and so of which type they may be. */
  readonly keyOf: (topic: string) => EnvelopeKey | undefined
  /** Called with one message at a time, in the order in which they came. */
  readonly take: (message: Message) => Promise<void> | void
  /** Told of what couldn't be read, as an error without content; and of what `take` throws. */
  readonly report: (error: unknown) => void
}

type Envelope = Pick<Delivery, 'topic' | 'message'>

export interface Inbox {
  /** Counts a message as heard: our own words that come back are none. */
  sent(message: Envelope): void
  /** Takes what came for a topic before its key was known. */
  unlock(topic: string): void
  stop(): void
}

/** How the record of what was heard is opened. */
export const heardKind = { name: 'heard', most: 256 } as const

/** How many messages wait for a key. */
const mostHeld = 16
/** 128 bits. */
const hashDigits = 32

/**
 * Opens what the relay hands over, one at a time and each once: what comes again is known by its hash, also after a
 * reload. What is malformed, too large or not to be opened is reported and changes nothing.
 *
 * @see W1, W3, W7
 */
export function createInbox({ transport, ciphers, heard, keyOf, take, report }: InboxParameters): Inbox {
  const held: Delivery[] = []
  let queue: Promise<unknown> = Promise.resolve()
  let isStopped = false

  /** @returns whether it is news */
  const remember = async ({ topic, message }: Envelope): Promise<boolean> =>
    heard.add((await messageIdOf({ ciphers, envelope: topic + message })).slice(0, hashDigits))

  async function open(delivery: Delivery, key: EnvelopeKey): Promise<void> {
    const { topic, message, attestation } = delivery
    const { text, sender } = await openEnvelope({ ciphers, envelope: message, key })
    // Only now, so that nobody without the key can have anything forgotten.
    if (await remember(delivery)) await take({ topic, payload: parsePayload(text), attestation, sender })
  }

  /** One after another: deciphering takes longer for some than for others, and what comes again finds the first time remembered. */
  function enqueue(work: () => Promise<unknown> | undefined): void {
    queue = queue.then(() => (isStopped ? undefined : work())).then(undefined, report)
  }

  function deliver(delivery: Delivery): void {
    // A text that no envelope has isn't worth a hash.
    if (delivery.message.length > envelopeLimits.received) return
    enqueue(() => {
      const key = keyOf(delivery.topic)
      if (key) return open(delivery, key)
      if (!held.some(({ message }) => message === delivery.message)) held.push(delivery)
      if (held.length > mostHeld) held.shift()
      return undefined
    })
  }

  const end = transport.onDelivery(deliver)
  return {
    sent: (message) => enqueue(() => remember(message)),
    unlock(topic) {
      const ready = held.filter((delivery) => delivery.topic === topic)
      for (const delivery of ready) {
        held.splice(held.indexOf(delivery), 1)
        deliver(delivery)
      }
    },
    stop() {
      isStopped = true
      end()
    },
  }
}
