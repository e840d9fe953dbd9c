import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Replacement } from '../connector/family.js'
import { contextOf, type FoyerContext } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import type { FoyerState } from '../state/state.js'
import type { ViewName, ViewProps } from '../state/viewParams.js'
import { currentRoute } from '../state/viewState.js'
import { keysOf } from '../store/keysOf.js'
import { type Observable, type ObservableValue, observable, roomOf } from '../store/observable.js'
import { homeRoute } from '../view/connecting.js'
import { replace, reset } from '../view/navigate.js'
import { rulesOf, type ViewKit } from '../view/views.js'
import { followCalls } from './followCalls.js'
import { followTransaction } from './followTransaction.js'
import {
  hasHash,
  heldMs,
  isBatch,
  isOpen,
  merged,
  parseTracked,
  type TrackedChange,
  type TrackedEnd,
  type TrackedStatus,
  type TrackedTransaction,
  trackedKey,
  writeTracked,
} from './trackedTransaction.js'

type Sent = Pick<TrackedTransaction, 'networkId' | 'hash'>

interface Following {
  readonly controller: AbortController
  /** Settles once nothing is waited for any more. */
  readonly end: Promise<void>
  /** Settles once its account is known to hold it. */
  readonly held: Promise<void>
}

/** The kit's tray, made when it is first needed; `stop` ends what it waits for, and the next one takes it up again. */
export const trayOf = (context: FoyerContext): Tray => roomOf(context, { Room: Tray, kit: context })

/** The transactions that were sent through this kit: kept between visits, and followed until they have ended. */
export class Tray implements Observable<readonly TrackedTransaction[]> {
  readonly get: () => readonly TrackedTransaction[]
  readonly subscribe: Observable<unknown>['subscribe']
  readonly #context: FoyerContext
  readonly #items: ObservableValue<readonly TrackedTransaction[]>
  /** The waits in progress, by the transaction. */
  readonly #following = new Map<string, Following>()
  readonly #stops: readonly (() => void)[]
  readonly #listeners = new Set<(networkId: NetworkId) => void>()

  constructor(context: FoyerContext) {
    this.#context = context
    this.#items = observable<readonly TrackedTransaction[]>(this.#kept())
    this.get = this.#items.get
    this.subscribe = this.#items.subscribe
    this.#stops = [
      context.store.subscribe(({ started, connection: { active } }, before) => {
        if (started && !before.started) this.#followAll()
        const left = keysOf(before.connection.active).filter((family) => active[family] === undefined)
        // `disconnect` has erased what is kept; a wallet that is only locked hasn't.
        if (left.length > 0 && context.persistence.read('transactions') === undefined)
          this.#clear((item) => left.some(isOf(item)))
      }),
      context.persistence.watch(({ key, isErased }) => {
        if (key !== 'transactions') return
        if (isErased) this.#clear(() => true)
        else this.#items.set(merged(this.get(), this.#kept()))
        this.#followAll()
      }),
    ]
    this.#followAll()
  }

  /** Notifies of a transaction that may have changed what the accounts of a network hold. */
  changed(networkId: NetworkId): void {
    for (const listener of [...this.#listeners]) listener(networkId)
  }

  /** Calls back for each of those. @returns stops */
  onChanged(listener: (networkId: NetworkId) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows a transaction; one that is there already changes nothing. */
  add(item: TrackedTransaction): void {
    const { networkId, hash } = item
    if (this.get().some((each) => each.networkId === networkId && hasHash(each, hash))) return
    this.#save([item, ...this.get()])
    this.#follow(item)
  }

  /** A transaction was sent in the place of one. */
  replaced({ replacement, networkId, hash }: Sent & { readonly replacement: Replacement }): void {
    const former = this.get().find((item) => item.networkId === networkId && hasHash(item, replacement.hash))
    if (!former) return
    const key = trackedKey(former)
    // What speeds a cancellation up cancels.
    const kind = former.replacements.at(-1)?.kind === 'cancel' ? 'cancel' : replacement.kind
    this.#unfollow(key)
    this.#change(key, { nonce: replacement.nonce, replacements: [...former.replacements, { hash, kind }] })
    this.#followAll()
  }

  /**
   * Waits for the end of a transaction. Undefined where it isn't kept, as nothing follows it; it is still pending where the chain doesn't say what became of it, and held where others
   * may have to sign first.
   * @throws what the chain's nodes throw · AbortedError, also where it is forgotten meanwhile
   */
  async ended({
    networkId,
    hash,
    signal,
  }: Sent & { readonly signal: AbortSignal }): Promise<TrackedTransaction | undefined> {
    const find = () => this.get().find((each) => each.networkId === networkId && hasHash(each, hash))
    let item = find()
    while (item?.status === 'pending') {
      const following = this.#following.get(trackedKey(item))
      if (!following) return item
      // What is sent in its place is followed anew.
      await untilAborted(Promise.race([following.end, following.held]), signal)
      item = find()
      if (!item) throw new AbortedError()
    }
    return item
  }

  /** Waits for nothing any more; what is kept stays. */
  end(): void {
    for (const stop of this.#stops) stop()
    for (const key of [...this.#following.keys()]) this.#unfollow(key)
  }

  #kept(): readonly TrackedTransaction[] {
    return parseTracked(this.#context.persistence.read('transactions'))
  }

  /** Another tab may have written meanwhile. */
  #save(own: readonly TrackedTransaction[]): void {
    this.#items.set(merged(own, this.#kept()))
    this.#context.persistence.write('transactions', writeTracked(this.get()))
  }

  #change(key: string, next: Partial<TrackedTransaction>): void {
    const has = this.get().some((item) => trackedKey(item) === key)
    if (has) this.#save(this.get().map((item) => (trackedKey(item) === key ? { ...item, ...next } : item)))
  }

  #clear(isGone: (item: TrackedTransaction) => boolean): void {
    for (const item of this.get().filter(isGone)) this.#unfollow(trackedKey(item))
    this.#items.set(this.get().filter((item) => !isGone(item)))
  }

  #unfollow(key: string): void {
    this.#following.get(key)?.controller.abort()
    this.#following.delete(key)
  }

  #followAll(): void {
    for (const item of this.get()) this.#follow(item)
  }

  /** A held one isn't asked about for ever. */
  #isFollowed(item: TrackedTransaction): boolean {
    return item.status === 'pending' || (isOpen(item) && this.#context.clock.now() - item.sentAt < heldMs)
  }

  #follow(item: TrackedTransaction): void {
    const context = this.#context
    const key = trackedKey(item)
    const { networks, started } = context.store.getState()
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === item.networkId)
    // A kit that was stopped asks nothing more: what its wallet sends late is followed with its next start.
    if (!this.#isFollowed(item) || !network || !started || this.#following.has(key)) return
    const controller = new AbortController()
    const { signal } = controller
    let onHeld = () => {}
    const held = new Promise<void>((resolve) => {
      onHeld = resolve
    })
    const change = (next: TrackedChange) => {
      const now = this.get().find((each) => trackedKey(each) === key)
      // Another tab may have seen its end.
      if (signal.aborted || !now || !isOpen(now)) return
      this.#change(key, next)
      if (next.status !== 'held') return
      onHeld()
      if (item.status !== 'held') say({ context, item, status: 'held' })
    }
    const found = isBatch(item)
      ? followCalls({ context, item, signal })
      : followTransaction({ context, item, network, change, signal })
    const end = untilAborted(found, signal).then(
      (found) => {
        if (signal.aborted) return
        this.#following.delete(key)
        if (found) this.#change(key, found)
        ended({ tray: this, context, item, end: found })
      },
      (error: unknown) => {
        if (signal.aborted) return
        this.#following.delete(key)
        throw error
      },
    )
    end.catch(context.report)
    this.#following.set(key, { controller, end, held })
  }
}

/** @throws what the promise rejects with · AbortedError */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new AbortedError())
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

const isOf =
  ({ networkId }: TrackedTransaction) =>
  (family: Family) =>
    networkId.startsWith(`${family}:`)

const snackbars = {
  held: { variant: 'loading', message: 'account.transactionHeld' },
  mined: { variant: 'success', message: 'account.transactionMined' },
  cancelled: { variant: 'success', message: 'account.transactionCancelled' },
  reverted: { variant: 'error', message: 'account.transactionReverted' },
  replaced: { variant: 'error', message: 'account.transactionReplaced' },
  dropped: { variant: 'error', message: 'account.transactionReplaced' },
  partial: { variant: 'error', message: 'account.callsPartial' },
  failed: { variant: 'error', message: 'account.callsFailed' },
  unknown: { variant: 'error', message: 'error.callsUnknown' },
} as const satisfies Record<Exclude<TrackedStatus, 'pending'>, object>

/** Whichever its end: what the account holds may be something else now. */
function ended({
  tray,
  context,
  item,
  end,
}: {
  readonly tray: Pick<Tray, 'changed'>
  readonly context: FoyerContext
  readonly item: TrackedTransaction
  readonly end: TrackedEnd | undefined
}): void {
  const { networkId, calls } = item
  tray.changed(networkId)
  if (!end || end.status === 'pending') return
  // Of calls that are sent one at a time the last one speaks for all.
  if (end.status === 'mined' && calls && (calls.number ?? calls.count) < calls.count) return
  say({ context, item, status: end.status })
}

/** Says it in the open modal, where that doesn't show it anyway. */
function say({
  context,
  item: { hash, replacements },
  status,
}: {
  readonly context: FoyerContext
  readonly item: TrackedTransaction
  readonly status: keyof typeof snackbars
}): void {
  const snackbar = snackbars[status]
  const hashes = [hash, ...replacements.map((each) => each.hash)]
  context.update((state) => (state.view.open && !isEndShown(context, state, hashes) ? { snackbar } : {}))
}

export interface ShowReceiptParameters extends ViewProps<'Receipt'> {
  /** The view that sent it: a visitor who has gone on to another isn't called back. Undefined where it shows something else by now. */
  readonly from: ViewName | undefined
  /** It stands over the account; else in the place of the view that sent it. */
  readonly overAccount: boolean
  /** The modal's sentence for a visitor who has gone on. */
  readonly otherwise?: PlainSentenceKey | undefined
}

/** Shows what becomes of a transaction where it was sent. @returns whether the visitor was still there */
export function showReceipt(
  foyer: Pick<Foyer, 'close' | 'store'>,
  { from, overAccount, otherwise, ...receipt }: ShowReceiptParameters,
): boolean {
  const { view } = foyer.store.getState()
  if (!view.open || currentRoute(view).view !== from) {
    if (view.open && otherwise)
      contextOf(foyer).update(() => ({ snackbar: { variant: 'success', message: otherwise } }))
    return false
  }
  const route = { view: 'Receipt', ...receipt } as const
  if (overAccount) reset(foyer, homeRoute({ connected: true }), route)
  else replace(foyer, route)
  return true
}

/** Does the modal show how a transaction ends, by its receipt or a view that says so itself? Then nothing else has to. */
export function isEndShown(kit: ViewKit, { view }: Pick<FoyerState, 'view'>, hashes: readonly string[]): boolean {
  const route = currentRoute(view)
  const isSaid = route.view === 'Receipt' ? hashes.includes(route.hash) : rulesOf(kit, route)?.saysEnds === true
  return view.open && isSaid
}
