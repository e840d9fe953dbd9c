import type { ObjectWallet } from './controlledWallet.js'
import { countListeners } from './countListeners.js'
import { createFaults } from './faults.js'
import { createPages } from './pages.js'
import type { PageAnswer } from './pageWallet.js'
import type { Prompts } from './prompts.js'
import type { RequestRecord } from './requestRecord.js'
import { createRequests } from './requests.js'
import { servePages } from './servePages.js'

/** The origin of a wallet's own object, and of pages in this process. */
export const ownOrigin = 'https://dapp.test'

/** A wallet's state at the moment: one for all pages. */
export interface WindowWalletState<Key> {
  /** The selected one. */
  key: Key
  /** The origins that the visitor has let in. */
  readonly allowed: Set<string>
}

export interface PageRequest {
  readonly method: string
  readonly params: unknown
}

export interface WindowWalletParameters<Key, Action extends string, Own extends object> {
  readonly name: string
  readonly keys: readonly Key[]
  readonly state: WindowWalletState<Key>
  readonly prompts: Prompts
  /** The visitor's action by each method. */
  readonly actions: Readonly<Record<string, Action>>
  readonly answer: (request: RequestRecord) => Promise<unknown>
  /** Makes the object that a page finds. */
  readonly objectOf: (request: (asked: PageRequest) => Promise<PageAnswer>) => object
  /** Puts it into a page. @returns takes it out */
  readonly place: (at: { readonly window: EventTarget; readonly object: object }) => () => void
  /** The event that it emits on `window` when its account is another. */
  readonly event: string
  /** The parts that only this family's wallet has. */
  readonly own: Own
}

/** A family says by itself which accounts it shows. */
type SharedPart<Action extends string> = Omit<ObjectWallet<Action>, 'accounts'>

/** A wallet whose object emits nothing: what changes in it is an event of the page's `window`. */
export function createWindowWallet<Key, Action extends string, Own extends object>(
  parameters: WindowWalletParameters<Key, Action, Own>,
): SharedPart<Action> & Own {
  const { name, keys, state, prompts, actions, answer, objectOf, place, event, own } = parameters
  const faults = createFaults()
  const requests = createRequests((request) =>
    faults.run(actions[request.method] ?? request.method, () => answer(request)),
  )
  const pages = createPages({ announcements: [], injectedAs: [name] })
  const objectFor = (origin: string = ownOrigin) => objectOf((request) => requests.answerPage({ origin, ...request }))
  const windows = createWindows({ event, place: ({ window, origin }) => place({ window, object: objectFor(origin) }) })
  const emit = () => {
    windows.emit()
    pages.emit({ type: 'event', event, value: null })
  }
  const shared: SharedPart<Action> = {
    name,
    objectFor,
    requests: requests.records,
    nextRequest: requests.next,
    get pending() {
      return prompts.pending
    },
    get promptCount() {
      return prompts.count
    },
    get listenerCount() {
      return windows.listenerCount
    },
    setMode: prompts.setMode,
    next: faults.next,
    fail: faults.add,
    release: faults.release,
    switchAccount(index) {
      const selected = keys[index]
      if (selected === undefined) throw new Error(`${name} has ${keys.length} accounts, none at ${index}.`)
      state.key = selected
      emit()
    },
    revoke() {
      state.allowed.clear()
      emit()
    },
    disappear() {
      requests.close()
      pages.setPresence({ announcements: [], injectedAs: [] })
      windows.leave()
      emit()
    },
    appearIn: windows.appearIn,
    serve: servePages({ pages, requests }),
  }
  // Those of `own` that are read anew each time stay so.
  return Object.defineProperties(Object.assign(shared, own), Object.getOwnPropertyDescriptors(own))
}

/** The windows of this process that the wallet is in. */
function createWindows({
  event,
  place,
}: {
  readonly event: string
  readonly place: (at: { readonly window: EventTarget; readonly origin: string | undefined }) => () => void
}) {
  const windows = new Map<EventTarget, { readonly count: () => number; readonly leave: () => void }>()
  const appearIn: ObjectWallet<string>['appearIn'] = (window, { origin } = {}) => {
    const leave = place({ window, origin })
    const counting = countListeners(window, event)
    windows.set(window, { leave, count: counting.count })
    return () => {
      leave()
      counting.stop()
      windows.delete(window)
    }
  }
  return {
    get listenerCount() {
      return [...windows.values()].reduce((sum, { count }) => sum + count(), 0)
    },
    appearIn,
    emit() {
      for (const window of windows.keys()) window.dispatchEvent(new Event(event))
    },
    leave() {
      for (const { leave } of windows.values()) leave()
    },
  }
}
