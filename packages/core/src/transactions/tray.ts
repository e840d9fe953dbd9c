import type { Family, NetworkId } from '../chain/ids.js'
import type { Replacement } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { keysOf } from '../store/keysOf.js'
import { type Observable, observable } from '../store/observable.js'
import { watchState } from '../store/watchState.js'
import { followTransaction, type TrackedEnd } from './followTransaction.js'
import {
  hasHash,
  merged,
  parseTracked,
  type TrackedStatus,
  type TrackedTransaction,
  trackedKey,
  writeTracked,
} from './trackedTransaction.js'

/** The transactions that were sent through this kit: kept between visits, and followed until they have ended. */
export interface Tray extends Observable<readonly TrackedTransaction[]> {
  add(item: TrackedTransaction): void
  /** A transaction was sent in the place of one. */
  replaced(parameters: {
    readonly replacement: Replacement
    readonly networkId: NetworkId
    readonly hash: string
  }): void
}

/** Where a kit keeps its tray. */
class TrayRoom {
  readonly tray: Tray
  constructor(tray: Tray) {
    this.tray = tray
  }
}

/** The kit's tray, made when it is first needed; `stop` ends what it waits for, and the next one takes it up again. */
export function trayOf(context: FoyerContext): Tray {
  const present = context.rooms.get('transactions')
  if (present instanceof TrayRoom) return present.tray
  const tray = createTray(context)
  context.rooms.set('transactions', new TrayRoom(tray))
  context.endings.add(() => context.rooms.delete('transactions'))
  return tray
}

function createTray(context: FoyerContext): Tray {
  const { persistence, store, report } = context
  const items = observable<readonly TrackedTransaction[]>(parseTracked(persistence.read('transactions')))
  const following = new Map<string, AbortController>()

  /** Another tab may have written meanwhile. */
  const save = (own: readonly TrackedTransaction[]) => {
    items.set(merged(own, parseTracked(persistence.read('transactions'))))
    persistence.write('transactions', writeTracked(items.get()))
  }
  const change = (key: string, next: Partial<TrackedTransaction>) => {
    const has = items.get().some((item) => trackedKey(item) === key)
    if (has) save(items.get().map((item) => (trackedKey(item) === key ? { ...item, ...next } : item)))
  }
  const unfollow = (key: string) => {
    following.get(key)?.abort()
    following.delete(key)
  }
  const follow = (item: TrackedTransaction) => {
    const key = trackedKey(item)
    const network = store.getState().networks.find(({ caipNetworkId }) => caipNetworkId === item.networkId)
    if (item.status !== 'pending' || !network || following.has(key)) return
    const controller = new AbortController()
    following.set(key, controller)
    const { signal } = controller
    const onNumbered = ({ nonce }: { readonly nonce: number }) => signal.aborted || change(key, { nonce })
    followTransaction({ context, item, network, onNumbered, signal }).then(
      (end) => {
        if (signal.aborted) return
        following.delete(key)
        if (end) change(key, end)
        ended({ context, networkId: item.networkId, end })
      },
      (error: unknown) => {
        if (signal.aborted) return
        following.delete(key)
        report(error)
      },
    )
  }
  const followAll = () => items.get().forEach(follow)
  const clear = (isGone: (item: TrackedTransaction) => boolean) => {
    for (const item of items.get().filter(isGone)) unfollow(trackedKey(item))
    items.set(items.get().filter((item) => !isGone(item)))
  }

  const stops = [
    watchState(store, ({ connection: { active } }, before) => {
      const left = keysOf(before.connection.active).filter((family) => active[family] === undefined)
      // `disconnect` has erased what is kept; a wallet that is only locked hasn't.
      if (left.length > 0 && persistence.read('transactions') === undefined) clear((item) => left.some(isOf(item)))
    }),
    listenToTabs(({ isErased }) => {
      if (isErased) clear(() => true)
      else items.set(merged(items.get(), parseTracked(persistence.read('transactions'))))
      followAll()
    }, context),
  ]
  context.endings.add(() => {
    for (const stop of stops) stop()
    for (const key of [...following.keys()]) unfollow(key)
  })
  followAll()
  return {
    get: items.get,
    subscribe: items.subscribe,
    add(item) {
      save([item, ...items.get()])
      follow(item)
    },
    replaced({ replacement, networkId, hash }) {
      const former = items.get().find((item) => item.networkId === networkId && hasHash(item, replacement.hash))
      if (!former) return
      const key = trackedKey(former)
      // What speeds a cancellation up cancels.
      const kind = former.replacements.at(-1)?.kind === 'cancel' ? 'cancel' : replacement.kind
      unfollow(key)
      change(key, { nonce: replacement.nonce, replacements: [...former.replacements, { hash, kind }] })
      items.get().forEach(follow)
    },
  }
}

const isOf =
  ({ networkId }: TrackedTransaction) =>
  (family: Family) =>
    networkId.startsWith(`${family}:`)

/** Another tab has changed what is kept. @returns stops */
function listenToTabs(
  changed: (change: { readonly isErased: boolean }) => void,
  { persistence }: Pick<FoyerContext, 'persistence'>,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const stored = ({ key, newValue }: StorageEvent) => {
    if (persistence.keyOf(key) === 'transactions') changed({ isErased: newValue === null })
  }
  window.addEventListener('storage', stored)
  return () => window.removeEventListener('storage', stored)
}

const snackbars = {
  mined: { variant: 'success', message: 'account.transactionMined' },
  cancelled: { variant: 'success', message: 'account.transactionCancelled' },
  reverted: { variant: 'error', message: 'account.transactionReverted' },
  replaced: { variant: 'error', message: 'account.transactionReplaced' },
  dropped: { variant: 'error', message: 'account.transactionReplaced' },
} as const satisfies Record<Exclude<TrackedStatus, 'pending'>, object>

/** Whichever its end: what the account holds may be something else now. */
function ended({
  context: { balanceListeners, update },
  networkId,
  end,
}: {
  readonly context: FoyerContext
  readonly networkId: NetworkId
  readonly end: TrackedEnd | undefined
}): void {
  for (const listener of [...balanceListeners]) listener(networkId)
  if (!end || end.status === 'pending') return
  const snackbar = snackbars[end.status]
  update(({ view }) => (view.open ? { snackbar } : {}))
}
