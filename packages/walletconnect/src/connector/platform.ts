import type { PlatformCrypto } from '../protocol/cipher/ciphers.js'
import type { SharedEngineParameters } from '../tabs/createSharedEngine.js'
import type { OpenSocket } from '../transport/connection.js'
import type { NetworkState } from '../transport/createTransport.js'

/** The parts of its browser that a client needs. */
export interface Platform extends Pick<SharedEngineParameters, 'locks' | 'channel' | 'page' | 'random'> {
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

/** Calls with whether the page is hidden, whenever that may have changed. @returns stops */
export function watchPage(listener: (isHidden: boolean) => unknown): () => void {
  const { document, window } = globalThis
  const stopped = new AbortController()
  const { signal } = stopped
  const look = () => listener(document.hidden)
  document?.addEventListener('visibilitychange', look, { signal })
  // A page that was frozen may receive any of these alone.
  for (const event of ['pageshow', 'focus']) window?.addEventListener(event, look, { signal })
  return () => stopped.abort()
}
