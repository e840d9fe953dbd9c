import { type Clock, type KeyValueStorage, systemClock } from '@foyer/core'
import { createEngine } from '../engine/createEngine.js'
import { openClient } from '../exchange/createExchange.js'
import { guardStorage } from '../exchange/records.js'
import { type Ciphers, createCiphers } from '../protocol/index.js'
import { createSignIns } from '../signin/signIns.js'
import type { OpenSocket } from '../transport/connection.js'
import type { NetworkState } from '../transport/createTransport.js'
import type { DappClient } from './client.js'
import { createDappClient } from './createDappClient.js'

export interface OpenDappClientParameters {
  /** `wss://…`. */
  readonly relayUrl: string
  /** By which the relay knows the application. */
  readonly projectId: string
  /** Synchronous, such as `localStorage`; it holds keys of sessions. Without any, a reload forgets. One client at a time may have it. */
  readonly storage?: KeyValueStorage | undefined
  /** Receives what fails without a caller; never the content of a message. */
  readonly report: (error: unknown) => void
  /** The device's, unless given. */
  readonly clock?: Clock | undefined
  /** From 0 to below 1, of which nothing secret is made; `Math.random`, unless given. */
  readonly random?: (() => number) | undefined
  /** By the platform's `crypto`, unless given. */
  readonly ciphers?: Ciphers | undefined
  /** A `WebSocket`, unless given. */
  readonly openSocket?: OpenSocket | undefined
  /** Whether the device is online; where it isn't given, that is found out by trying. */
  readonly network?: NetworkState | undefined
}

/**
 * Opens an application's side of WalletConnect by itself, for what has no kit: a process, a test. In a page the kit's connector shares one
 * among its tabs.
 *
 * @example
 * const dapp = openDappClient({ relayUrl: 'wss://relay.example', projectId, report: console.error })
 * const session = await dapp.connect({ metadata, requested, offer: ({ uri }) => show(uri), signal })
 * await dapp.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign', params })
 */
export function openDappClient({
  relayUrl,
  projectId,
  storage,
  report,
  clock = systemClock,
  random = Math.random,
  ciphers = createCiphers({ crypto: globalThis.crypto }),
  openSocket = (url) => new WebSocket(url),
  network,
}: OpenDappClientParameters): DappClient {
  const shared = { ciphers, clock, random, report }
  const own = guardStorage({ storage, report })
  const opened = openClient({ ...shared, storage: own, relayUrl, projectId, openSocket, network })
  const engine = createEngine({ ...shared, ...opened, signingIn: createSignIns })
  return createDappClient({ ...shared, engine, transport: opened.transport })
}
