/** The detail that EIP-6963 announces. */
export interface Announcement {
  readonly uuid: string
  readonly name: string
  readonly icon: string
  readonly rdns: string
}

/** How a wallet shows itself in pages. */
export interface Presence {
  readonly announcements: readonly Announcement[]
  /** The global names it sits under. */
  readonly injectedAs: readonly string[]
}

/** A message of the wallet to a page. */
export type PageEvent =
  | { readonly type: 'presence'; readonly presence: Presence }
  | { readonly type: 'event'; readonly event: string; readonly value: unknown }

/** A message of a page to the wallet. */
export type PageMessage =
  /** Waits for what comes next; the first answer is the presence. */
  | { readonly type: 'next'; readonly page: string }
  | { readonly type: 'listeners'; readonly page: string; readonly count: number }
  | { readonly type: 'request'; readonly method: string; readonly params: unknown }

/** The answer to a request. */
export type PageAnswer =
  | { readonly type: 'result'; readonly result: unknown }
  | { readonly type: 'error'; readonly code: number; readonly message: string; readonly data: unknown }
  | { readonly type: 'thrown'; readonly thrown: unknown }

/** The way from a page to the wallet. */
export interface Bridge {
  next(page: string): Promise<readonly PageEvent[]>
  request(request: { readonly method: string; readonly params: unknown }): Promise<PageAnswer>
  listeners(report: { readonly page: string; readonly count: number }): Promise<unknown>
}

/** A page's provider, and its way to the page's listeners. */
export interface PageProvider {
  readonly page: string
  readonly provider: object
  emit(event: string, value: unknown): void
}

/**
 * The provider that a page gets: requests and the count of listeners go over the bridge.
 * It is written out as text into browsers, so it uses nothing from outside itself.
 */
export function pageProvider(bridge: Bridge): PageProvider {
  const page = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const report = () => {
    let count = 0
    for (const known of listeners.values()) count += known.size
    bridge.listeners({ page, count }).catch(() => {}) // a page that is going away has no listeners any more
  }
  const provider = {
    isFoyerTestWallet: true,
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = await bridge.request({ method, params })
      if (answer.type === 'result') return answer.result
      if (answer.type === 'thrown') throw answer.thrown
      throw Object.assign(new Error(answer.message), { code: answer.code, data: answer.data })
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      report()
      return provider
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
      report()
      return provider
    },
  }
  return {
    page,
    provider,
    emit(event, value) {
      // Each in a microtask of its own: one that throws is the page's uncaught error, and the others are still called.
      for (const listener of listeners.get(event) ?? []) queueMicrotask(() => listener(value))
    },
  }
}

/**
 * The wallet's part in a page: announces itself, sits under global names, and hands everything on to the wallet.
 * It is written out as text into browsers, so it uses nothing from outside itself, and receives `pageProvider`.
 * @returns takes it out of the page
 */
export function pageWallet({
  window,
  bridge,
  pageProvider,
  first,
}: {
  readonly window: EventTarget
  readonly bridge: Bridge
  readonly pageProvider: (bridge: Bridge) => PageProvider
  /** The announcement before the wallet has said how it shows itself. */
  readonly first?: Announcement | undefined
}): () => void {
  const { page, provider, emit } = pageProvider(bridge)
  let announcements: readonly Announcement[] = first ? [first] : []
  let injected: readonly string[] = []
  let left = false

  const announce = () => {
    for (const info of announcements) {
      const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  const withdraw = (name: string) => {
    if (Reflect.get(window, name) === provider) Reflect.deleteProperty(window, name)
  }
  const show = (presence: Presence) => {
    announcements = presence.announcements
    announce()
    for (const name of injected) if (!presence.injectedAs.includes(name)) withdraw(name)
    for (const name of presence.injectedAs) {
      if (injected.includes(name)) continue
      Object.defineProperty(window, name, { value: provider, configurable: true, writable: true })
      window.dispatchEvent(new Event(`${name}#initialized`))
    }
    injected = presence.injectedAs
  }
  const follow = async () => {
    while (!left) {
      for (const each of await bridge.next(page)) {
        if (left) return
        if (each.type === 'presence') show(each.presence)
        else emit(each.event, each.value)
      }
    }
  }

  window.addEventListener('eip6963:requestProvider', announce)
  follow().catch(() => {}) // the page or the browser is being closed
  return () => {
    left = true
    window.removeEventListener('eip6963:requestProvider', announce)
    for (const name of injected) withdraw(name)
  }
}
