import type { Clock } from '@foyer/core'
import type { PageChannel, PageLife } from '../createSharedEngine.js'
import type { Locks } from '../lock.js'

/** For tests; no entry exports it. A page of an origin, with what the browser gives it. */
export interface TestPage {
  /** Its timers wait while it is frozen. */
  readonly clock: Clock
  readonly locks: Locks
  readonly channel: (name: string) => PageChannel
  readonly life: PageLife
  /** As on `pagehide`; what the page held is free once it is gone. */
  close(): void
  /** Gone at once, without having been told. */
  crash(): void
  /** Hears nothing and keeps its lock, as a page that the system suspended. */
  freeze(): void
  thaw(): void
  /** Into the back/forward cache: told, and frozen; what it still holds it keeps. */
  hide(): void
  show(): void
}

/** A browser's locks and channels, for pages of one origin. */
export interface TestOrigin {
  open(): TestPage
  /** Every message that was posted, as it arrives. */
  readonly posted: readonly unknown[]
  /** Posts as a page that isn't of the kit. */
  post(name: string, message: unknown): void
}

interface Candidate {
  readonly run: (task: () => void) => void
  readonly granted: (lock: unknown) => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

export function createTestOrigin({ clock }: { readonly clock: Clock }): TestOrigin {
  const queues = new Map<string, Candidate[]>()
  const members = new Set<{ readonly name: string; readonly receive: (data: unknown) => void }>()
  const posted: unknown[] = []

  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? []
    queues.set(name, queue)
    return queue
  }
  const leave = (name: string, candidate: Candidate) => {
    const queue = queueOf(name)
    const at = queue.indexOf(candidate)
    if (at < 0) return
    queue.splice(at, 1)
    if (at === 0) grant(name)
  }
  const grant = (name: string) => {
    const first = queueOf(name)[0]
    first?.run(() => {
      if (queueOf(name)[0] !== first) return
      const held = async () => first.granted({ name })
      const over = () => leave(name, first)
      held().finally(over).then(first.resolve, first.reject)
    })
  }
  const send = ({ name, message, from }: { name: string; message: unknown; from?: object }) => {
    const data: unknown = structuredClone(message)
    posted.push(data)
    for (const member of [...members])
      if (member !== from && member.name === name) member.receive(structuredClone(data))
  }

  const open = (): TestPage => {
    let state: 'awake' | 'frozen' | 'gone' = 'awake'
    let held: (() => void)[] = []
    const own: { readonly name: string; readonly candidate: Candidate }[] = []
    const channels: { readonly close: () => void }[] = []
    const listeners = { pagehide: new Set<() => void>(), pageshow: new Set<() => void>() }
    /** Runs a task of the browser's for a page, which waits while it is frozen. */
    const run = (task: () => void) =>
      queueMicrotask(() => {
        if (state === 'awake') task()
        else if (state === 'frozen') held.push(task)
      })
    const tell = (type: 'pagehide' | 'pageshow') => {
      for (const listener of [...listeners[type]]) listener()
    }
    const crash = () => {
      state = 'gone'
      for (const { close } of channels) close()
      for (const { name, candidate } of own) leave(name, candidate)
    }
    const thaw = () => {
      state = 'awake'
      const tasks = held
      held = []
      for (const task of tasks) run(task)
    }
    return {
      clock: {
        now: clock.now,
        setTimeout(callback, ms) {
          let isOff = false
          const cancel = clock.setTimeout(() => run(() => isOff || callback()), ms)
          return () => {
            isOff = true
            cancel()
          }
        },
      },
      locks: {
        request: (name, { ifAvailable, signal, steal }, granted) =>
          new Promise<unknown>((resolve, reject) => {
            if (signal && (ifAvailable || steal)) throw new DOMException('No signal with these', 'NotSupportedError')
            const candidate: Candidate = {
              run,
              granted,
              resolve,
              reject: (error) => run(() => reject(error)),
            }
            const queue = queueOf(name)
            if (ifAvailable && queue.length > 0) return run(() => resolve(granted(null)))
            own.push({ name, candidate })
            if (steal) {
              queue.shift()?.reject(new DOMException('Stolen', 'AbortError'))
              queue.unshift(candidate)
              return grant(name)
            }
            queue.push(candidate)
            signal?.addEventListener('abort', () => {
              if (queue.indexOf(candidate) <= 0) return // granted already: the signal is for who waits
              leave(name, candidate)
              reject(new DOMException('Aborted', 'AbortError'))
            })
            if (queue.length === 1) grant(name)
          }),
      },
      channel(name) {
        const hear = new Set<(event: { readonly data: unknown }) => void>()
        const member = {
          name,
          receive(data: unknown) {
            run(() => {
              for (const listener of hear) listener({ data })
            })
          },
        }
        const close = () => {
          hear.clear()
          members.delete(member)
        }
        members.add(member)
        channels.push({ close })
        return {
          addEventListener: (_type, listener) => void hear.add(listener),
          postMessage: (message) => {
            if (state !== 'gone') send({ name, message, from: member })
          },
          close,
        }
      },
      life: {
        addEventListener(type, listener, { signal }) {
          listeners[type].add(listener)
          signal.addEventListener('abort', () => listeners[type].delete(listener))
        },
      },
      close() {
        tell('pagehide')
        crash()
      },
      crash,
      freeze() {
        state = 'frozen'
      },
      thaw,
      hide() {
        tell('pagehide')
        state = 'frozen'
      },
      show() {
        thaw()
        tell('pageshow')
      },
    }
  }
  return {
    open,
    posted,
    post: (name, message) => send({ name, message }),
  }
}
