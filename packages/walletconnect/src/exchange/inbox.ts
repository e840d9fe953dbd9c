import { ChunkLoadError } from '@foyer/core/errors'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { messageIdOf } from '../protocol/cipher/keys.js'
import { attempt, type Bytes } from '../protocol/codec.js'
import { type EnvelopeOpener, envelopeLimits } from '../protocol/envelope.js'
import { InvalidNamespacesError, InvalidPayloadError, UnusableKeyError } from '../protocol/errors.js'
import { formatPayload, type Payload, parsePayload } from '../protocol/payload.js'
import { type Delivery, isDelivery, parseDelivery } from '../protocol/relayCalls.js'
import type { RelayRequest } from '../transport/transport.js'
import type { RecordedTexts } from './records.js'

/** A message of a peer: opened, of the right kind of envelope for its topic, and not seen before. */
export interface Message {
  readonly topic: string
  readonly payload: Payload
  /** The attestation that the relay sent with it. */
  readonly attestation?: string | undefined
  /** The sender of an envelope of type 1, and the key that was made on the way. */
  readonly sender?: { readonly publicKey: Bytes; readonly symKey: Bytes } | undefined
}

export interface InboxParameters {
  readonly ciphers: Ciphers
  /** The messages that were taken, by the beginnings of their hashes; see {@link seenKind}. */
  readonly seen: RecordedTexts
  /** Opens a topic's messages, of the one type that they may be of; undefined while its key isn't known. */
  readonly openerOf: (topic: string) => EnvelopeOpener | undefined
  /** Called with one message at a time, in the order in which they came. */
  readonly take: (message: Message) => Promise<void> | void
  /** Receives why a message couldn't be read, without its content; and what `take` throws. */
  readonly report: (error: unknown) => void
}

type Envelope = Pick<Delivery, 'topic' | 'message'>

export interface Inbox {
  /**
   * Takes what the relay hands over.
   *
   * @returns when it was taken, or turned out to be nothing; what waits for its key counts as taken
   * @throws ChunkLoadError where what it takes couldn't be had; it wasn't taken then
   */
  deliver(delivery: Delivery): Promise<unknown>
  /** Counts a message of our own as seen, in case the relay delivers it back. */
  sent(message: Envelope): void
  /** Takes what came before its key was known, which it may be by now. */
  unlock(): void
  stop(): void
}

/** The record of the messages that were taken. */
export const seenKind = { name: 'heard', most: 256 } as const

/** Whether a message is at fault, and not this client. */
const isFaultOfPeer = (error: unknown): boolean =>
  error instanceof InvalidPayloadError || error instanceof InvalidNamespacesError || error instanceof UnusableKeyError

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
export function createInbox({ ciphers, seen, openerOf, take, report }: InboxParameters): Inbox {
  const held: Delivery[] = []
  let queue: Promise<unknown> = Promise.resolve()
  let isStopped = false

  const nameOf = async ({ topic, message }: Envelope): Promise<string> =>
    (await messageIdOf({ ciphers, envelope: topic + message })).slice(0, hashDigits)

  async function open(delivery: Delivery, opener: EnvelopeOpener): Promise<void> {
    const { topic, message, attestation } = delivery
    const { text, sender } = await opener(message)
    const name = await nameOf(delivery)
    if (isStopped || seen.has(name)) return
    try {
      await take({ topic, payload: parsePayload(text), attestation, sender })
    } catch (error) {
      // What a peer got wrong is wrong again the next time; after any other failure the message is taken when it comes again.
      if (!isFaultOfPeer(error)) throw error
      report(error)
    }
    // Not before: only a holder of the key can have anything forgotten, and a message that a page died over is taken by the next.
    if (!isStopped) seen.add(name)
  }

  /** One after another: some take longer to decrypt than others, and a message that comes again finds the first one recorded. */
  function enqueue(work: () => Promise<unknown> | undefined): Promise<unknown> {
    const done = queue.then(work).catch(failed)
    queue = done.catch(() => undefined)
    return done
  }
  /** A message that couldn't be taken for want of a chunk isn't acknowledged, so that the relay delivers it again. */
  function failed(error: unknown): void {
    if (error instanceof ChunkLoadError) throw error
    report(error)
  }

  async function deliver(delivery: Delivery): Promise<unknown> {
    // A text that no envelope has isn't worth a hash.
    if (delivery.message.length > envelopeLimits.received) return undefined
    return enqueue(() => {
      const opener = openerOf(delivery.topic)
      if (opener) return open(delivery, opener)
      if (held.push(delivery) > mostHeld) held.shift()
      return undefined
    })
  }

  return {
    deliver,
    sent: (message) => void enqueue(async () => seen.add(await nameOf(message))).catch(report),
    unlock() {
      for (const delivery of held.splice(0)) deliver(delivery).catch(report)
    },
    stop() {
      isStopped = true
    },
  }
}

/**
 * Reads a relay's requests, for `Transport.onRequest`: the messages that it delivers are taken, and acknowledged once that is done. What
 * can't be decrypted anyway counts as taken; what isn't a delivery isn't answered.
 *
 * @param take - what it fails with is thrown on, and the message not taken
 * @example transport.onRequest(takeDeliveries(inbox.deliver))
 */
export const takeDeliveries =
  (take: (delivery: Delivery) => unknown) =>
  async ({ id, method, params }: RelayRequest): Promise<string | undefined> => {
    if (!isDelivery(method)) return undefined
    const delivery = attempt(() => parseDelivery(params))
    if (delivery) await take(delivery)
    return formatPayload({ type: 'result', id, result: true })
  }
