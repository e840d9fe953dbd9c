import { createFoyer, type Foyer, type KeyValueStorage, systemClock } from '@foyer/core'
import { offerOf } from '@foyer/core/attempt'
import { mainnet } from '@foyer/core/networks'
import { createMemoryMailboxes, createRelay } from '@foyer/relay'
import { walletConnect } from '@foyer/walletconnect'
import { cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FoyerProvider } from './FoyerProvider.js'
import { memoryStorage } from './test/plainKit.js'

const sockets = { open: new Set<EventTarget>(), opened: 0, mostAtATime: 0 }

const relay = createRelay({ mailboxes: createMemoryMailboxes(systemClock), clock: systemClock })

/** At the border: the browser's sockets, each to a relay in memory. */
class TestSocket extends EventTarget {
  readonly #session = relay.open({
    clientId: 'page',
    send: (data) => queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data }))),
  })

  constructor() {
    super()
    sockets.opened += 1
    sockets.open.add(this)
    sockets.mostAtATime = Math.max(sockets.mostAtATime, sockets.open.size)
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }

  send(text: string): void {
    this.#session.receive(text)
  }

  close(): void {
    this.#session.close()
    sockets.open.delete(this)
    queueMicrotask(() => this.dispatchEvent(new CloseEvent('close', { code: 1005 })))
  }
}

/** The timers that wait, but for React's. */
const timers = new Map<unknown, string>()
/** The timers that ran, as nothing called them off. */
const ranOut: string[] = []
/** The number of listeners on the window or the document, by event. */
const listeners = new Map<string, number>()

function countTimers(): void {
  const { setTimeout: set, clearTimeout: clear } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
    const timer = set(() => {
      if (timers.delete(timer)) ranOut.push(`${ms} ms`)
      run()
    }, ms)
    if (ms >= 1_000) timers.set(timer, `${ms} ms`)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: Parameters<typeof clear>[0]) => {
    timers.delete(timer)
    clear(timer)
  })
}

function countListeners(target: EventTarget): void {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  const count = (type: string, by: number) => listeners.set(type, (listeners.get(type) ?? 0) + by)
  vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) => {
    count(type, 1)
    if (typeof options === 'object' && options.signal)
      options.signal.addEventListener('abort', () => count(type, -1), { once: true })
    add(type, listener, options)
  })
  vi.spyOn(target, 'removeEventListener').mockImplementation((type, listener, options) => {
    count(type, -1)
    remove(type, listener, options)
  })
}

beforeEach(() => {
  sockets.opened = 0
  sockets.mostAtATime = 0
  timers.clear()
  ranOut.length = 0
  listeners.clear()
  vi.stubGlobal('WebSocket', TestSocket)
  // React itself listens to a document from its first root on.
  render(null).unmount()
  countTimers()
  for (const target of [window, document]) countListeners(target)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const createKit = (storage: KeyValueStorage) =>
  createFoyer({
    projectId: 'test',
    networks: [mainnet],
    adapters: [],
    storage,
    connectors: [walletConnect({ relayUrl: 'wss://relay.example' })],
  })

/** Asks for a wallet and waits until its code can be shown. */
async function pair(foyer: Foyer): Promise<void> {
  foyer.connect({ connectorId: 'walletConnect' }).catch(() => {}) // called off when the kit stops
  const shown = { uri: expect.stringMatching(/^wc:/) }
  // The first time, all of the client's code is loaded.
  await vi.waitFor(() => expect(offerOf(foyer.store.getState().connection.attempts.connect)).toMatchObject(shown), {
    interval: 5,
  })
}

async function nothingIsLeft(): Promise<void> {
  const before = ranOut.length
  await vi.waitFor(() => {
    expect(sockets.open.size).toBe(0)
    expect([...timers.values()]).toEqual([])
    expect(Object.fromEntries([...listeners].filter(([, count]) => count > 0))).toEqual({})
  })
  // A timer that is left would be gone, too, had it been waited for.
  expect(ranOut.slice(before)).toEqual([])
}

const mounts = 100

describe('a page that pairs', () => {
  test(`[F19] has one socket over ${mounts} mounts in strict mode, and none after the last, nor a listener or a timer`, async () => {
    const foyer = createKit(memoryStorage())
    for (let mount = 0; mount < mounts; mount += 1) {
      const { unmount } = render(
        <StrictMode>
          <FoyerProvider foyer={foyer} />
        </StrictMode>,
      )
      await pair(foyer)
      expect(sockets.open.size).toBe(1)
      unmount()
      await vi.waitFor(() => expect(offerOf(foyer.store.getState().connection.attempts.connect)).toBeUndefined(), {
        interval: 5,
      })
    }
    expect(sockets).toMatchObject({ opened: mounts, mostAtATime: 1 })
    await nothingIsLeft()
  })

  test(`[F19] has one socket over ${mounts} kits that are made anew in its place, as when code is replaced while it runs`, async () => {
    const storage = memoryStorage()
    const { rerender, unmount } = render(null)
    for (let kit = 0; kit < mounts; kit += 1) {
      const foyer = createKit(storage)
      rerender(<FoyerProvider foyer={foyer} />)
      await pair(foyer)
      expect(sockets.open.size).toBe(1)
    }
    unmount()
    expect(sockets.mostAtATime).toBe(1)
    await nothingIsLeft()
  })

  test(`[F19] has none where it is gone before the code is there, ${mounts} times`, async () => {
    const foyer = createKit(memoryStorage())
    for (let mount = 0; mount < mounts; mount += 1) {
      const { unmount } = render(<FoyerProvider foyer={foyer} />)
      const paired = foyer.connect({ connectorId: 'walletConnect' })
      unmount()
      await expect(paired).rejects.toMatchObject({ code: 'aborted' })
    }
    await nothingIsLeft()
  })
})
