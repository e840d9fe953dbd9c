import type { ConnectorHost } from '@foyer/core'
import { FrameAbortedError } from '../errors.js'
import type { Frame } from '../frame/createFrame.js'

/** The requests that wait for the visitor in the wallet's page, which is shown for as long as anything does. */
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
  readonly frame: Pick<Frame, 'raise' | 'lower' | 'onClosed' | 'onSurface' | 'isOwn'>
  readonly connectorId: string
  /** Done before the page is shown: it looks as the modal does then. */
  readonly prepare: () => Promise<void>
}): Approvals {
  const open = new Set<AbortController>()
  let shown: Promise<() => void> | undefined
  /** The page has something to show of what it has answered. */
  let isWanted = false
  /** It stays for that, unless it lies over views of the kit's. */
  let mayStay = true
  const leave = () => {
    if (open.size > 0 || (isWanted && mayStay)) return
    shown?.then((hide) => hide()).catch(() => undefined) // it wasn't shown: the request has failed by that
    shown = undefined
  }
  const reject = () => {
    isWanted = false
    for (const each of open) each.abort(new FrameAbortedError({ request: 'RPC_REQUEST' }))
    leave()
  }
  const show = async () => {
    await prepare()
    let surfaced = () => {}
    // A page of this project's says when it has drawn what it is asked; an original's is shown at once, and draws then.
    const drawn = frame.isOwn() ? new Promise<void>((resolve) => (surfaced = resolve)) : undefined
    const stopWatching = frame.onSurface((isShown) => {
      isWanted = isShown
      if (isShown) surfaced()
      else leave()
    })
    const stop = frame.onClosed(reject)
    const lower = () => {
      stopWatching()
      stop()
      frame.lower()
      shown = undefined
      reject()
    }
    const raise = (isAlone = mayStay) => {
      mayStay = isAlone
      frame.raise()
    }
    if (showSurface) return showSurface({ connectorId, drawn, show: raise, hide: lower })
    if (drawn) void drawn.then(() => shown && frame.raise())
    else frame.raise()
    return lower
  }
  return {
    reject,
    async ask(request, signal) {
      const own = new AbortController()
      const abort = () => own.abort(signal?.reason)
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      open.add(own)
      try {
        own.signal.throwIfAborted()
        shown ??= show()
        // What the page says at once of what it is asked has its place by then.
        await shown
        return await request(own.signal)
      } catch (error) {
        isWanted = false // what has failed has nothing more to show
        throw error
      } finally {
        signal?.removeEventListener('abort', abort)
        open.delete(own)
        leave()
      }
    },
  }
}
