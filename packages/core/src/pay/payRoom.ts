import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type Observable, observable } from '../store/observable.js'
import { roomOf } from '../store/roomOf.js'
import { nextPay, type PayEvent, type PayState, type PayStep, type PayWay } from './payState.js'

/** What a kit keeps of payments beside its store. */
export class PayRoom {
  readonly state: Observable<PayState>
  readonly dispatch: (event: PayEvent) => void
  #payments = 0
  #running = new AbortController()
  /** Comes back to the payment once a wallet is connected. */
  #stopReturning = (): void => {}

  constructor() {
    const { get, set, subscribe } = observable<PayState>({})
    this.state = { get, subscribe }
    this.dispatch = (event) => set(nextPay(get(), event))
  }

  /** Starts a payment; undefined where one is running that can't be left. */
  begin({ way, step }: { readonly way: PayWay; readonly step: PayStep }): PayRun | undefined {
    this.#payments += 1
    const id = this.#payments
    this.dispatch({ type: 'started', payment: { id, way, step } })
    if (this.state.get().payment?.id !== id) return undefined
    this.#running = new AbortController()
    const { signal } = this.#running
    return { id, signal, move: (change) => this.dispatch({ type: 'moved', id, change }) }
  }

  /** Stops following the payment that runs; a wallet that was asked goes on. */
  stop(): void {
    this.#running.abort()
  }

  returnBy(stop: () => void): void {
    this.#stopReturning()
    this.#stopReturning = stop
  }

  end(): void {
    this.stop()
    this.returnBy(() => {})
  }
}

/** One payment that runs. */
export interface PayRun {
  readonly id: number
  readonly signal: AbortSignal
  readonly move: (change: Extract<PayEvent, { readonly type: 'moved' }>['change']) => void
}

/** A kit's room of payments; the same for as long as the kit runs. */
export function payRoomOf(foyer: Pick<Foyer, 'close'>): PayRoom {
  return roomOf({
    context: contextOf(foyer),
    name: 'pay',
    Room: PayRoom,
    make: () => new PayRoom(),
    end: (room) => room.end(),
  })
}
