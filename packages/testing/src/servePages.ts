import type { ControlledWallet } from './controlledWallet.js'
import { type Pages, parsePageMessage } from './pages.js'
import type { Bridge } from './pageWallet.js'
import type { Requests } from './requests.js'

/** Answers what the pages of a browser ask for. */
export const servePages =
  ({ pages, requests }: { readonly pages: Pages; readonly requests: Requests }): ControlledWallet['serve'] =>
  async ({ message, ...place }) => {
    const parsed = parsePageMessage(message)
    const { origin } = place
    if (parsed.type === 'next') return pages.next({ id: parsed.page, place })
    if (parsed.type === 'request') return requests.answerPage({ origin, method: parsed.method, params: parsed.params })
    pages.report({ id: parsed.page, count: parsed.count })
    return null
  }

/**
 * Creates the bridge by which a page of this process asks the wallet, as one of a browser does over its binding.
 * @returns it, and how it is left
 */
export function bridgeTo({
  pages,
  requests,
  origin,
}: {
  readonly pages: Pages
  readonly requests: Requests
  readonly origin: string
}): { readonly bridge: Bridge; readonly leave: () => void } {
  const ids = new Set<string>()
  return {
    bridge: {
      next(id) {
        ids.add(id)
        return pages.next({ id, place: { origin } })
      },
      request: (request) => requests.answerPage({ origin, ...request }),
      listeners: async ({ page, count }) => pages.report({ id: page, count }),
    },
    leave() {
      for (const id of ids) pages.leave(id)
    },
  }
}
