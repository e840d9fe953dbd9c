import type { Clock } from '@foyer/core'
import type { DappSession, Engine, EngineEvent } from '../engine/engine.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import * as peerFailures from '../protocol/failures.js'
import { createListeners } from '../waiting/listeners.js'
import type { DappClient, SessionEvent } from './client.js'
import { type Connecting, createConnecting } from './connecting.js'
import { createRequesting, type Requesting } from './requesting.js'

export interface SessionClientParameters {
  /** The page's own access to the engine: stopped with the client. */
  readonly engine: Engine
  readonly ciphers: Ciphers
  readonly clock: Clock
  /** From 0 to below 1, as `Math.random`; nothing secret is made of it. */
  readonly random: () => number
  /**
   * Keeps a pairing alive when connecting is aborted, and offers the very same again while it may be offered: where opening a wallet costs
   * the page its view (Telegram, Safari on iOS) [S4.5].
   */
  readonly reuse?: boolean | undefined
  /** Receives what fails without a caller. */
  readonly report: (error: unknown) => void
}

/** As much of an application's client as a kit uses. */
export interface SessionClient
  extends Omit<DappClient, 'authenticate' | 'request' | 'ping' | 'listen'>,
    Pick<Requesting, 'request' | 'call'> {
  /** @returns stops */
  listen(listener: (event: SessionEvent) => void): () => void
  /** The attempts that are being proposed, for code that signs in beside it. */
  readonly connecting: Connecting
}

/**
 * Makes an application's client over an engine.
 *
 * @example
 * const client = createSessionClient({ engine, ciphers, clock: systemClock, random: Math.random, report })
 * const session = await client.connect({ metadata, requested, offer: ({ uri }) => show(uri), signal })
 * await client.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign', params })
 */
export function createSessionClient(parameters: SessionClientParameters): SessionClient {
  const { engine, ciphers, clock, random, reuse = false, report } = parameters
  const { subscribe, emit, clear } = createListeners<SessionEvent>(report)
  const known = new Map<string, DappSession>()
  let isStopped = false
  const fail = (error: unknown) => isStopped || report(error)
  const connecting = createConnecting({ engine, clock, ciphers, reuse, report: fail })
  const requesting = createRequesting({ engine, clock, ciphers, random, sessionOf })

  function learn(sessions: readonly DappSession[]): readonly DappSession[] {
    for (const session of sessions) known.set(session.topic, session)
    return sessions
  }
  const sessions = async () => learn(await engine.sessions())
  async function sessionOf(topic: string): Promise<DappSession | undefined> {
    if (!known.has(topic)) await sessions()
    return known.get(topic)
  }
  function take(event: EngineEvent): void {
    if (event.type === 'sessions') {
      // What another page's engine couldn't take up.
      for (const topic of known.keys())
        if (!event.sessions.some((each) => each.topic === topic)) take({ type: 'ended', topic, why: 'unusable' })
      learn(event.sessions)
    }
    if ('session' in event) learn([event.session])
    if (event.type === 'ended') known.delete(event.topic)
    requesting.take(event)
    connecting.take(event)
    switch (event.type) {
      case 'updated':
      case 'extended':
      case 'emitted':
      case 'ended':
        emit(event)
    }
  }
  const unsubscribe = engine.subscribe(take)

  return {
    sessions,
    connecting,
    connect: connecting.connect,
    request: requesting.request,
    call: requesting.call,
    disconnect: ({ topic, why }) => engine.end({ topic, why, reason: peerFailures.disconnected }),
    listen: subscribe,
    wake: engine.wake,
    stop() {
      isStopped = true
      unsubscribe()
      clear()
      connecting.stop()
      requesting.stop()
      engine.stop()
    },
  }
}
