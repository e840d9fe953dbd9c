import { expect } from 'vitest'
import type { Budget } from '../ledger.js'
import type { Mailboxes } from '../mailboxes.js'
import { createMemoryMailboxes } from '../memoryMailboxes.js'
import type { RelayEvent, RelayParameters } from '../parameters.js'
import { createRelay, type Relay, type RelaySocket } from '../relay.js'
import type { RelaySession } from '../session.js'
import { start } from './mailboxConformance.js'

export interface Push {
  readonly id: number
  readonly subscription: string
  readonly topic: string
  readonly message: string
  readonly tag: number
}

/** A client that sends JSON-RPC frames and acknowledges only on request. */
export interface TestClient {
  readonly session: RelaySession
  /** The frames that the relay has sent it, oldest first. */
  readonly frames: readonly string[]
  /** Sends a request without awaiting its answer. */
  send(method: string, params: unknown): void
  /** @returns the result, or the error's `data` */
  request(method: string, params: unknown): Promise<unknown>
  publish(topic: string, message: string, ttl?: number): Promise<unknown>
  subscribe(topic: string): Promise<unknown>
  /** Answers every push so far. */
  acknowledge(answer?: object): Promise<void>
  pushes(): readonly Push[]
  /** The texts of the pushed messages. */
  messages(): readonly string[]
}

/** A relay on a clock that stands still, with memory mailboxes. */
export interface TestWorld {
  time: number
  readonly relay: Relay
  readonly events: readonly RelayEvent[]
  readonly failures: readonly unknown[]
  /** The frames that the relay has sent to all clients, in this order. */
  readonly sent: readonly { readonly clientId: string; readonly kind: 'answer' | 'push' }[]
  connect(clientId: string, more?: Partial<RelaySocket>): TestClient
  /** Waits until nothing is left to do without the clock. */
  settle(): Promise<void>
  /** Runs every timer. */
  expire(): Promise<void>
}

export function createWorld({
  maxTopics,
  subscriptions,
  pay,
  wrap = (mailboxes) => mailboxes,
}: {
  maxTopics?: number | undefined
  subscriptions?: Budget | undefined
  pay?: RelayParameters['pay']
  /** Replaces mailboxes by faulty or slow ones. */
  wrap?: ((mailboxes: Mailboxes) => Mailboxes) | undefined
} = {}): TestWorld {
  const timers = new Set<() => void>()
  const events: RelayEvent[] = []
  const failures: unknown[] = []
  const sent: { clientId: string; kind: 'answer' | 'push' }[] = []
  const clock = {
    now: () => world.time,
    setTimeout: (callback: () => void) => {
      timers.add(callback)
      return () => timers.delete(callback)
    },
  }
  const relay = createRelay({
    mailboxes: wrap(createMemoryMailboxes({ now: clock.now })),
    clock,
    maxTopics,
    subscriptions,
    pay,
    onEvent: (event) => events.push(event),
    onFailure: (error) => failures.push(error),
  })
  const world: TestWorld = {
    time: start,
    relay,
    events,
    failures,
    sent,
    connect: (clientId, more = {}) => {
      const frames: string[] = []
      const send = (frame: string) => {
        frames.push(frame)
        sent.push({ clientId, kind: 'method' in JSON.parse(frame) ? 'push' : 'answer' })
      }
      return createTestClient({ session: relay.open({ clientId, send, ...more }), frames })
    },
    settle,
    async expire() {
      for (const callback of [...timers]) callback()
      await settle()
    },
  }
  return world
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function createTestClient({ session, frames }: Pick<TestClient, 'session' | 'frames'>): TestClient {
  let lastId = 1_795_157_065_372_000
  const pushes = (): readonly Push[] =>
    frames.flatMap((text) => {
      const { id, method, params } = JSON.parse(text)
      return method === 'irn_subscription' ? [{ id, subscription: params.id, ...params.data }] : []
    })
  const send = (method: string, params: unknown) => {
    lastId += 1
    expect(session.receive(JSON.stringify({ id: lastId, jsonrpc: '2.0', method, params }))).toBe(true)
  }
  const request = async (method: string, params: unknown) => {
    send(method, params)
    const id = lastId
    await session.settled()
    await settle()
    const { result, error } = JSON.parse(frames.find((text) => text.startsWith(`{"id":${id},`)) ?? '{}')
    return error?.data ?? result
  }
  return {
    session,
    frames,
    send,
    request,
    publish: (topic, message, ttl = 300) => request('irn_publish', { topic, message, ttl, tag: 1108 }),
    subscribe: (topic) => request('irn_subscribe', { topic }),
    async acknowledge(answer = { result: true }) {
      for (const { id } of pushes()) session.receive(JSON.stringify({ id, jsonrpc: '2.0', ...answer }))
      await session.settled()
      await settle()
    },
    pushes,
    messages: () => pushes().map(({ message }) => message),
  }
}
