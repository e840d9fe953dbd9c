import type { Clock } from '@foyer/core'
import { pongIn } from './discoverWallets.js'
import { listenToPage, postToExtensions } from './page.js'

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
