import type { Clock } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import type { Engine, EngineEvent } from '../engine/engine.js'
import { createListeners, type Listeners } from '../waiting/listeners.js'
import { type LockParameters, type Locks, requestLock } from './lock.js'
import { createOtherPages, type OtherPages } from './otherPages.js'
import type { EngineCallParameters, EngineCalls, EngineMethod, SentMessage } from './pageMessage.js'
import { createPendingCalls, type PendingCall, type PendingCalls } from './pendingCalls.js'

/** The used part of a `BroadcastChannel`, which is one. */
export interface PageChannel {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: unknown): void
  close(): void
}

/** The used part of a `Window`: a page that goes into the back/forward cache, or is closed, and one that comes back. */
export interface PageLife {
  addEventListener(type: 'pagehide' | 'pageshow', listener: () => void, options: { readonly signal: AbortSignal }): void
}

export interface SharedEngineParameters {
  /** The same for all pages that share: one relay, one project, one storage. */
  readonly name: string
  /** Opens the engine of this page, from the records; called each time that the page gets the lock. */
  readonly open: () => Engine | Promise<Engine>
  /** `navigator.locks`; undefined where there is none (an insecure origin). */
  readonly locks: Locks | undefined
  /** Makes the channel of a name; undefined where there is none. What it throws counts as none. */
  readonly channel: (name: string) => PageChannel | undefined
  readonly page?: PageLife | undefined
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly report: (error: unknown) => void
}

/** How this page stands to the engine. */
interface Tab extends SharedEngineParameters {
  readonly listeners: Listeners<EngineEvent>
  readonly pending: PendingCalls
  readonly others: OtherPages
  /** Ends with the page's client. */
  readonly signal: AbortSignal
  isHere: boolean
  /** Another page has the engine, or may have had it since this one did. */
  isBehind: boolean
  leave?: (() => void) | undefined
  link?: PageChannel | undefined
  /** Messages are taken one after another. */
  received: Promise<unknown>
  engine?: Promise<Engine> | undefined
}

const nothing = () => {}

/**
 * The engine that all pages of an origin share. The page that holds the Web Lock opens it; the others reach it over a BroadcastChannel. When
 * that page goes, the next opens an engine from the records, and unanswered calls are sent again, which changes nothing where they were performed before.
 *
 * A holder that sleeps: a page that holds a lock isn't put into the back/forward cache by Chromium and Firefox, so the lock is released on
 * `pagehide` and requested again on `pageshow`; then the cache has the page and the next page the engine. Chromium doesn't freeze a background tab
 * that holds a lock; systems that suspend tabs whole (iOS) do. There the lock stays with a page that answers nothing: a page whose call was sent
 * twice without an acknowledgement, 10 s in all, steals it. The former holder learns of that as soon as it wakes, stops its engine, and queues like the others.
 *
 * Without locks or channel (insecure origins, opaque ones, old browsers) the page opens an engine of its own.
 */
export function createSharedEngine(parameters: SharedEngineParameters): Engine {
  const { page, clock, random } = parameters
  const life = new AbortController()
  const { signal } = life
  const pending = createPendingCalls({ clock, begun: (call) => begin(tab, call) })
  const listeners = createListeners<EngineEvent>(parameters.report)
  const others = createOtherPages({
    calls: pending.all,
    engine: () => tab.engine,
    post: (message) => post(tab, message),
    emit: listeners.emit,
    steal: () => enter(tab, { steal: true }),
    clock,
    random,
  })
  const shared = { ...parameters, listeners, pending, others, signal }
  const tab: Tab = { ...shared, isHere: false, isBehind: false, received: Promise.resolve() }
  join(tab)
  page?.addEventListener('pagehide', () => hide(tab), { signal })
  page?.addEventListener('pageshow', () => show(tab), { signal })
  const call =
    <Method extends EngineMethod>(method: Method) =>
    (parameters: EngineCallParameters[Method]) =>
      pending.begin(method, parameters)
  return {
    propose: call('propose'),
    conclude: call('conclude'),
    withdraw: call('withdraw'),
    publish: call('publish'),
    end: call('end'),
    sessions: () => pending.begin('sessions', undefined),
    keyOf: call('keyOf'),
    wake() {
      if (tab.engine) return void tab.engine.then((opened) => opened.wake(), nothing)
      post(tab, { type: 'wake' })
      // Finds out as well whether the holder is still there: a page that only listens would wait in vain.
      refresh(tab)
    },
    subscribe: listeners.subscribe,
    stop() {
      life.abort()
      hide(tab)
      failAll(tab, new AbortedError())
      listeners.clear()
    },
  }
}

const post = ({ link }: Tab, message: SentMessage): void => link?.postMessage(message)

function begin(tab: Tab, call: PendingCall): void {
  if (tab.signal.aborted) call.fail(new AbortedError())
  // A page whose engine couldn't be opened has left the queue.
  else if (tab.isHere && !tab.leave) enter(tab)
  else send(tab, call)
}

/** Sends a call to the engine, wherever it is; nowhere while that isn't known. */
function send(tab: Tab, call: PendingCall): void {
  call.cancelResend()
  const own = tab.engine
  if (own)
    own
      .then((opened: EngineCalls) => call.answer((method, parameters) => opened[method](parameters)))
      .catch((error: unknown) => tab.engine === own && call.fail(error))
  else if (tab.isBehind) tab.others.send(call)
}

const sendAll = (tab: Tab): void => {
  for (const call of tab.pending.all.values()) send(tab, call)
}
const failAll = ({ pending }: Tab, error: unknown): void => {
  for (const call of pending.all.values()) call.fail(error)
}

/** Has this page's listeners know the sessions that stand. */
function refresh(tab: Tab): void {
  tab.pending.begin('sessions', undefined).then(
    (sessions) => emit(tab, { type: 'sessions', sessions }),
    (error: unknown) => tab.signal.aborted || tab.report(error),
  )
}

/** Emits an event here, and in the other pages where this one has the engine. */
function emit(tab: Tab, event: EngineEvent): void {
  tab.listeners.emit(event)
  if (tab.engine) post(tab, { type: 'news', news: event })
}

function enter(tab: Tab, at: LockParameters['at'] = { ifAvailable: true }): void {
  const { name, locks } = tab
  tab.leave?.()
  tab.leave = requestLock({
    name,
    at,
    locks: tab.link && locks,
    changed(isHeld) {
      if (isHeld) return hold(tab)
      tab.isBehind = true
      sendAll(tab)
    },
    lost() {
      lose(tab)
      tab.isBehind = true
      enter(tab)
    },
  })
}

/** Opens the engine: this page has the lock. */
function hold(tab: Tab): void {
  const own = Promise.resolve().then(tab.open)
  tab.engine = own
  post(tab, { type: 'holder' })
  own.then(
    (opened) => tab.engine === own && opened.subscribe((event) => emit(tab, event)),
    (error: unknown) => {
      if (tab.engine !== own) return
      // The next call tries again, here or elsewhere.
      tab.engine = undefined
      failAll(tab, error)
      tab.leave?.()
      tab.leave = undefined
    },
  )
  sendAll(tab)
  // The holder before may have gone with some events not emitted.
  if (tab.isBehind) refresh(tab)
  tab.isBehind = false
}

function lose(tab: Tab): void {
  tab.engine?.then((opened) => opened.stop(), nothing)
  tab.engine = undefined
}

function join(tab: Tab): void {
  tab.isHere = true
  try {
    tab.link = tab.locks && tab.channel(`${tab.name}:1`) // the version of the messages between pages
  } catch {
    // The origin has channels and may not have one: it has none.
  }
  const { link } = tab
  link?.addEventListener('message', ({ data }) => {
    const receive = () => (tab.link === link ? tab.others.receive(data) : undefined)
    tab.received = tab.received.then(receive).catch(tab.report)
  })
  enter(tab)
}

function hide(tab: Tab): void {
  tab.isHere = false
  tab.isBehind = false
  lose(tab)
  tab.leave?.()
  tab.leave = undefined
  tab.link?.close()
  tab.link = undefined
  for (const call of tab.pending.all.values()) call.cancelResend()
}

function show(tab: Tab): void {
  if (tab.isHere) return
  join(tab)
  refresh(tab)
}
