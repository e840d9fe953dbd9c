/** What is used of a `WebSocket`, which is one. */
export interface RelaySocket {
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void
  send(text: string): void
  close(): void
}

/**
 * Opens a socket. Where that is forbidden it throws, or closes without ever having opened.
 *
 * @example
 * const openSocket: OpenSocket = (url) => new WebSocket(url)
 */
export type OpenSocket = (url: string) => RelaySocket
