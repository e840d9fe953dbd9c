import type { PageEvent, PageMessage, Presence } from './pageWallet.js'
import { isRecord } from './rpc.js'

/** Where a page is: a new page of a frame takes the former's place, and with its tab it is gone. */
export interface Place {
  readonly origin: string
  readonly frame?: object | undefined
  readonly isClosed?: (() => boolean) | undefined
}

interface Page extends Place {
  queue: PageEvent[]
  wake: (() => void) | undefined
  listeners: number
}

/** The pages that the wallet is in: the events that wait for them, and what they show of the wallet. */
export interface Pages {
  readonly listenerCount: number
  /** Waits for a page's next events; the first time it is the presence. */
  next(page: { readonly id: string; readonly place: Place }): Promise<readonly PageEvent[]>
  report(page: { readonly id: string; readonly count: number }): void
  leave(id: string): void
  /** Emits to the pages of an origin, or all. */
  emit(event: PageEvent, origin?: string): void
  readonly presence: Presence
  setPresence(presence: Presence): void
}

export function createPages(initial: Presence): Pages {
  const pages = new Map<string, Page>()
  let presence = initial
  const emit = (event: PageEvent, origin?: string) => {
    for (const page of pages.values()) {
      if (origin !== undefined && page.origin !== origin) continue
      page.queue.push(event)
      page.wake?.()
    }
  }
  return {
    get listenerCount() {
      let count = 0
      for (const { listeners, isClosed } of pages.values()) if (!isClosed?.()) count += listeners
      return count
    },
    async next({ id, place }) {
      const known = pages.get(id)
      const page = known ?? { ...place, queue: [{ type: 'presence', presence }], wake: undefined, listeners: 0 }
      if (!known) {
        for (const [each, { frame }] of pages) if (frame && frame === place.frame) pages.delete(each)
        pages.set(id, page)
      }
      if (page.queue.length === 0) await new Promise<void>((resolve) => (page.wake = resolve))
      const events = page.queue
      page.queue = []
      page.wake = undefined
      return events
    },
    report({ id, count }) {
      const page = pages.get(id)
      if (page) page.listeners = count
    },
    leave(id) {
      pages.get(id)?.wake?.()
      pages.delete(id)
    },
    emit,
    get presence() {
      return presence
    },
    setPresence(next) {
      presence = next
      emit({ type: 'presence', presence })
    },
  }
}

/** Reads what a page sent. @throws Error */
export function parsePageMessage(message: unknown): PageMessage {
  if (isRecord(message)) {
    const { type, page, method, params, count } = message
    if (type === 'request' && typeof method === 'string') return { type, method, params }
    if (type === 'next' && typeof page === 'string') return { type, page }
    if (type === 'listeners' && typeof page === 'string' && typeof count === 'number') return { type, page, count }
  }
  throw new Error('The page sent something that a test wallet does not understand.')
}
