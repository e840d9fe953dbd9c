import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { type Observable, type ObservableValue, observable } from '../store/observable.js'
import { roomOf } from '../store/roomOf.js'
import { accountOf, networkIdOf, networkOf } from '../store/selectors.js'
import { watchState } from '../store/watchState.js'
import { type Holding, holdingOf } from './asset.js'
import { type AmountReading, nextStep, readAmount, type SendStep, type SendWarning, warningsOf } from './form.js'
import { followSources, noSources, type Sources } from './holdings.js'
import { emptySend, nextSend, type SendEvent, type SendState } from './machine.js'
import { paidRecipients } from './recipient.js'

/** A send, as a view draws it. */
export interface Send extends SendState {
  /** What the account holds. */
  readonly holdings: Sources['holdings']
  /** The chosen asset with what is known of it; undefined while none is chosen, or it is on its way. */
  readonly holding: Holding | undefined
  /** The network's own coin, which pays the fee. */
  readonly coin: Holding | undefined
  /** The typed amount, as it was read. */
  readonly amount: AmountReading | undefined
  /** What the visitor should look at before sending. */
  readonly warnings: readonly SendWarning[]
  /** What the main button asks for: the preview, or what is missing. */
  readonly step: SendStep
  /** The preview can be opened: nothing is missing, being read, or warned of without having been agreed to. */
  readonly ready: boolean
}

/** A kit's send, kept between its views: what was filled in, and what it takes to send it. */
export class SendRoom {
  readonly send: Observable<Send>
  /** The reading of the recipient's field that counts, and what ends it. */
  readonly lookup: { number: number; stop: () => void } = { number: 0, stop: () => {} }
  readonly #foyer: Foyer
  readonly #value: ObservableValue<Send>
  #state: SendState = emptySend
  #sources: Sources = noSources
  #followed: ReturnType<typeof followSources> | undefined
  #listens = false

  constructor(foyer: Foyer) {
    this.#foyer = foyer
    this.#value = observable<Send>(this.#joined(), () => {
      this.#listen()
      this.#followed = followSources({ foyer, emit: (sources) => this.#set({ sources }) })
      this.#followed.choose(this.#state.form.asset)
      return () => {
        this.#followed?.stop()
        this.#followed = undefined
      }
    })
    this.send = this.#value
  }

  dispatch(event: SendEvent): void {
    this.#listen()
    const state = nextSend(this.#state, event)
    if (state === this.#state) return
    this.#set({ state })
    this.#followed?.choose(state.form.asset)
  }

  #set({
    state = this.#state,
    sources = this.#sources,
  }: {
    readonly state?: SendState
    readonly sources?: Sources
  }): void {
    this.#state = state
    this.#sources = sources
    this.#value.set(this.#joined())
  }

  #joined(): Send {
    return joined({ foyer: this.#foyer, state: this.#state, sources: this.#sources })
  }

  /** Follows where the wallet is from the first use on, also while no view is there: what was previewed elsewhere is never sent here. */
  #listen(): void {
    if (this.#listens) return
    this.#listens = true
    const { store } = this.#foyer
    const stop = watchState(store, (state, before) => {
      const [family, address, networkId] = [state.family, accountOf(state).address, networkIdOf(state)]
      if (family !== before.family || address === undefined)
        this.dispatch({ type: 'reset' }) // [S4.6]
      else if (networkId !== networkIdOf(before)) this.dispatch({ type: 'networkChanged' })
      else if (address !== accountOf(before).address) this.dispatch({ type: 'accountChanged' })
      if (state.connection !== before.connection || state.networks !== before.networks) this.#set({})
    })
    const end = () => {
      stop()
      this.#listens = false
      contextOf(this.#foyer).endings.delete(end)
    }
    contextOf(this.#foyer).endings.add(end)
  }
}

/** The room of a kit's send: the same for as long as the kit lives. */
export function sendRoomOf(foyer: Foyer): SendRoom {
  return roomOf({ context: contextOf(foyer), name: 'send', Room: SendRoom, make: () => new SendRoom(foyer) })
}

/** Joins what was filled in with what is known. */
function joined({
  foyer,
  state,
  sources: { holdings, token, known, isSame },
}: {
  readonly foyer: Foyer
  readonly state: SendState
  readonly sources: Sources
}): Send {
  const { asset, amount: text, recipient, accepted } = state.form
  const kit = foyer.store.getState()
  const coin = networkOf(kit)?.nativeCurrency
  const tokens = token ? [...holdings.tokens, token] : holdings.tokens
  const held = (wanted: NonNullable<typeof asset>) => coin && holdingOf({ asset: wanted, tokens, coin, isSame })
  const holding = asset && held(asset)
  const amount = holding && readAmount({ text, holding })
  const step = nextStep({ amount, recipient })
  const to = recipient.status === 'found' ? recipient.address : undefined
  const own = accountOf(kit).accounts.map(({ address }) => address)
  const paid = [...paidRecipients(contextOf(foyer).persistence, kit.family), ...known.paid]
  const warnings = to === undefined ? [] : warningsOf({ to, own, paid, met: known.met, asset, tokens, isSame })
  const ready = step === 'preview' && to !== undefined && (warnings.length === 0 || accepted === to)
  return { ...state, holdings, holding, coin: held({ type: 'coin' }), amount, warnings, step, ready }
}

/**
 * A kit's send, as it is known by now. While somebody subscribes, what the account holds and whom it has dealt with is followed.
 *
 * @example const { step, ready } = sendOf(foyer).get()
 */
export const sendOf = (foyer: Foyer): Observable<Send> => sendRoomOf(foyer).send

/**
 * Follows a kit's send: called at once, and after each change.
 *
 * @returns stops
 * @example
 * const stop = watchSend(foyer, ({ step, ready }) => render({ step, ready }))
 */
export function watchSend(foyer: Foyer, listener: (send: Send) => void): () => void {
  const { get, subscribe } = sendOf(foyer)
  const stop = subscribe(() => listener(get()))
  listener(get())
  return stop
}
