import type { ConnectorHost } from '@foyer/core'
import { FrameAbortedError } from '../errors.js'
import type { Frame } from '../frame/createFrame.js'

/** What waits for the visitor in the wallet's page, which is shown for as long as anything does. */
export interface Approvals {
  /**
   * Runs a request that the page shows. Where the page is hidden before it was answered, it is given up.
   *
   * @throws FrameAbortedError, and what the request does
   */
  ask<T>(request: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal | undefined): Promise<T>
  /** Gives up all that is shown; what needs no approval goes on [S4.31 S4.32]. */
  reject(): void
}

export function createApprovals({
  host: { showSurface },
  frame,
  connectorId,
  prepare,
}: {
  readonly host: Pick<ConnectorHost, 'showSurface'>
  readonly frame: Pick<Frame, 'raise' | 'lower' | 'onClosed'>
  readonly connectorId: string
  /** Done before the page is shown: it looks as the modal does then. */
  readonly prepare: () => Promise<void>
}): Approvals {
  const open = new Set<AbortController>()
  let shown: Promise<() => void> | undefined
  const reject = () => {
    for (const each of open) each.abort(new FrameAbortedError({ request: 'RPC_REQUEST' }))
  }
  const show = async () => {
    await prepare()
    const stop = frame.onClosed(reject)
    const lower = () => {
      stop()
      frame.lower()
      shown = undefined
      reject()
    }
    if (showSurface) return showSurface({ connectorId, show: frame.raise, hide: lower })
    frame.raise()
    return lower
  }
  return {
    reject,
    async ask(request, signal) {
      const own = new AbortController()
      const abort = () => own.abort(signal?.reason)
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted) abort()
      open.add(own)
      try {
        own.signal.throwIfAborted()
        shown ??= show()
        // The request is posted once the page can be seen, as it says at once what it is asked.
        await shown
        return await request(own.signal)
      } finally {
        signal?.removeEventListener('abort', abort)
        open.delete(own)
        const last = open.size === 0 ? shown : undefined
        if (last) {
          shown = undefined
          last.then((hide) => hide()).catch(() => undefined) // it wasn't shown: the request has failed by that
        }
      }
    },
  }
}
