import type { PlatformCrypto } from '../protocol/index.js'
import type { SharedNodeParameters } from '../tabs/createSharedNode.js'
import type { OpenSocket } from '../transport/connection.js'
import type { NetworkState } from '../transport/createTransport.js'

/** What a client needs of its browser. */
export interface Platform extends Pick<SharedNodeParameters, 'locks' | 'channel' | 'page' | 'random'> {
  readonly crypto: PlatformCrypto
  readonly openSocket: OpenSocket
  readonly network?: NetworkState | undefined
}

/** The browser's own, or as much of it as a page has. */
export const browserPlatform = (): Platform => ({
  crypto: globalThis.crypto,
  openSocket: (url) => new WebSocket(url),
  locks: globalThis.navigator?.locks,
  channel: (name) => new BroadcastChannel(name),
  page: globalThis.window,
  random: Math.random,
  network: {
    isOnline: () => globalThis.navigator?.onLine ?? true,
    onOnline(listener) {
      globalThis.window?.addEventListener('online', listener)
      return () => globalThis.window?.removeEventListener('online', listener)
    },
  },
})
