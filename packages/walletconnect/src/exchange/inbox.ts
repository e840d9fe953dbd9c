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

export interface Inbox {
  /** Counts an envelope as heard: our own words that come back are no message. */
  sent(envelope: string): void
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
 * Opens what the relay hands over, each message once: the same text that comes again is known before anything is awaited, and after a
 * reload by its hash. What is malformed, too large or not to be opened is reported and changes nothing.
 *
 * @see W1, W3, W7
 */
export function createInbox({ transport, ciphers, heard, keyOf, take, report }: InboxParameters): Inbox {
  /** Texts whose hash isn't known yet. */
  const current = new Set<string>()
  const held: Delivery[] = []
  let queue = Promise.resolve()
  let isStopped = false

  /** @returns whether it is news */
  const remember = async (envelope: string): Promise<boolean> =>
    heard.add((await messageIdOf({ ciphers, envelope })).slice(0, hashDigits))

  async function open({ topic, message, attestation }: Delivery, key: EnvelopeKey): Promise<void> {
    if (!(await remember(message))) return
    const { text, sender } = await openEnvelope({ ciphers, envelope: message, key })
    await take({ topic, payload: parsePayload(text), attestation, sender })
  }

  /** One after another, as deciphering takes longer for some than for others. */
  function enqueue(envelope: string, work: () => Promise<unknown> | undefined): void {
    if (isStopped || current.has(envelope)) return
    current.add(envelope)
    queue = queue
      .then(() => (isStopped ? undefined : work()))
      .catch(report)
      .then(() => {
        current.delete(envelope)
      })
  }

  function deliver(delivery: Delivery): void {
    // A text that no envelope has isn't worth a hash.
    if (delivery.message.length > envelopeLimits.received) return
    enqueue(delivery.message, () => {
      const key = keyOf(delivery.topic)
      if (key) return open(delivery, key)
      if (!held.some(({ message }) => message === delivery.message)) held.push(delivery)
      if (held.length > mostHeld) held.shift()
      return undefined
    })
  }

  const end = transport.onDelivery(deliver)
  return {
    sent: (envelope) => enqueue(envelope, () => remember(envelope)),
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
