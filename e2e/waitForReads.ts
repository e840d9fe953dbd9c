import type { BrowserContext } from '@playwright/test'

/** How long the wallet's pages wait for what nodes and the server say of a request, in milliseconds. */
const readMs = 1_500

/**
 * Has the wallet's pages in a context wait for that as long as it takes: on a busy machine it comes later, and that a page goes on without it then is no
 * journey's matter. All other waits stay as they are, and so do all of other pages.
 */
export const waitForReads = (context: BrowserContext, wallet: string): Promise<unknown> =>
  context.addInitScript(
    ({ wallet, readMs }) => {
      if (location.origin !== wallet) return
      const { timeout } = AbortSignal
      AbortSignal.timeout = (ms) => (ms === readMs ? new AbortController().signal : timeout.call(AbortSignal, ms))
    },
    { wallet: new URL(wallet).origin, readMs },
  )
