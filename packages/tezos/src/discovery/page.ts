import type { Clock } from '@foyer/core'
import { readProperty } from '@foyer/core/connector'

/** Extensions that speak Beacon are spoken with by messages of the window to itself. */

/** Listens to what is said to this page, in this page. @returns stops */
export function listenToPage(receive: (said: unknown) => void): () => void {
  const page = window
  const listen = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source === page && origin === page.location.origin) receive(data)
  }
  page.addEventListener('message', listen)
  return () => page.removeEventListener('message', listen)
}

export const postToExtensions = (message: object): void =>
  window.postMessage({ target: 'toExtension', ...message }, window.location.origin)

/** The extension that answers a call. @returns undefined for what is no such answer */
export function pongIn(said: unknown): string | undefined {
  const id = readProperty(readProperty(said, 'sender'), 'id')
  const isPong = readProperty(said, 'target') === 'toPage' && readProperty(said, 'payload') === 'pong'
  return isPong && typeof id === 'string' && /^[-\w.@{}]{1,64}$/.test(id) ? id : undefined
}

/** How long an extension has to say that it is still there, in milliseconds. */
const presenceMs = 1000

/** Calls an extension. @returns whether it answers; undefined where that was aborted first */
export const isThere = ({
  extensionId,
  clock,
  signal,
}: {
  readonly extensionId: string
  readonly clock: Clock
  readonly signal: AbortSignal
}): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    const end = (answer: boolean | undefined) => {
      stopListening()
      stopClock()
      signal.removeEventListener('abort', abort)
      resolve(answer)
    }
    const abort = () => end(undefined)
    const stopListening = listenToPage((said) => pongIn(said) === extensionId && end(true))
    const stopClock = clock.setTimeout(() => end(false), presenceMs)
    signal.addEventListener('abort', abort)
    postToExtensions({ payload: 'ping' })
  })
