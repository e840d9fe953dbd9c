import { takeDeliveries } from '../../exchange/inbox.js'
import type { Ciphers } from '../../protocol/cipher/ciphers.js'
import type { Delivery, Publication } from '../../protocol/relayCalls.js'
import { createTransport, type TransportParameters } from '../createTransport.js'
import type { Transport, TransportStatus } from '../transport.js'
import { createTestClock, seededRandom, type TestClock } from './clock.js'
import { createTestRelay, type TestRelay } from './relay.js'

/** For tests; no entry exports it. */
export const topicOf = (number: number): string => number.toString(16).padStart(64, '0')
export const topic: string = topicOf(1)
export const other: string = topicOf(2)
export const publication = (message = 'AA==', at: string = topic): Publication => ({
  topic: at,
  message,
  ttl: 300,
  tag: 1108,
})

/** How a promise settled, and how many ms it took by the clock. */
export type Outcome = ({ readonly value: unknown } | { readonly error: unknown }) & { readonly ms: number }

/** A transport, the relay that it speaks with, and what came of it. */
export interface TestWorld {
  readonly clock: TestClock
  readonly relay: TestRelay
  readonly transport: Transport
  readonly statuses: readonly TransportStatus[]
  readonly delivered: Delivery[]
  readonly reported: readonly unknown[]
  /** Waits without moving the clock. */
  timed(work: Promise<unknown>): Promise<Outcome>
  /** Waits, and moves the clock. */
  outcome(work: Promise<unknown>): Promise<Outcome>
  publish(message?: string, signal?: AbortSignal): Promise<true>
  /** The frames in which the client called a method. */
  said(method: string): readonly string[]
}

export function createTestWorld({
  ciphers,
  clock = createTestClock(),
  random = seededRandom(1),
  relay = createTestRelay({ clock, random }),
  isDeaf = false,
  ...changes
}: Partial<Omit<TransportParameters, 'clock'>> & {
  readonly ciphers: Ciphers
  readonly clock?: TestClock | undefined
  readonly relay?: TestRelay | undefined
  /** It takes nothing of what comes. */
  readonly isDeaf?: boolean | undefined
}): TestWorld {
  const reported: unknown[] = []
  const report = (error: unknown) => reported.push(error)
  const transport = createTestTransport({ relay, ciphers, clock, random, report, ...changes })
  const statuses: TransportStatus[] = []
  transport.onStatus((status) => statuses.push(status))
  const delivered: Delivery[] = []
  if (!isDeaf) transport.onRequest(takeDeliveries((delivery) => delivered.push(delivery)))
  const timed = async (work: Promise<unknown>): Promise<Outcome> => {
    const from = clock.now()
    const how = await work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    return { ...how, ms: clock.now() - from }
  }
  return {
    clock,
    relay,
    transport,
    statuses,
    delivered,
    reported,
    timed,
    outcome: (work) => clock.until(timed(work)),
    publish: (message, signal) => transport.call({ method: 'irn_publish', params: publication(message), signal }),
    said: (method) =>
      relay.frames
        .filter(({ from, text }) => from === 'client' && text.includes(`"${method}"`))
        .map(({ text }) => text),
  }
}

/** For tests; no entry exports it. A client's transport to a relay of theirs. */
export const createTestTransport = ({
  relay,
  ...parameters
}: Pick<TransportParameters, 'ciphers' | 'clock' | 'random' | 'report'> &
  Partial<TransportParameters> & { readonly relay: TestRelay }): Transport =>
  createTransport({
    ...{ relayUrl: 'wss://relay.example', projectId: 'project', openSocket: relay.openSocket },
    ...{ seed: new Uint8Array(32).fill(1), subject: 'ab'.repeat(32) },
    ...parameters,
  })
