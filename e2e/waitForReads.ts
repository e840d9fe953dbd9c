import type { BrowserContext } from '@playwright/test'

/** How long a wallet's page waits for what nodes and the server say of a request, in milliseconds. */
const readMs = 1_500

/**
 * Has a context's pages wait for that as long as it takes: on a busy machine it comes later, and that a page goes on without it then is no journey's matter.
 * All other waits stay as they are.
 */
export const waitForReads = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((readMs) => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => (ms === readMs ? new AbortController().signal : timeout.call(AbortSignal, ms))
  }, readMs)
