import { addresses } from '../actions/read.js'
import { estimateFee } from '../actions/send.js'
import { formatAmount } from '../chain/amount.js'
import { sleep } from '../clock/sleep.js'
import type { PaymentRequest } from '../connector/family.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import { type Observable, type ObservableValue, observable, roomOf } from '../store/observable.js'
import { accountOf, networkIdOf, networkOf } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import {
  type AmountReading,
  type Holding,
  holdingOf,
  nextStep,
  readAmount,
  type SameAddress,
  type SendAsset,
  type SendStep,
  type SendWarning,
  warningsOf,
} from './form.js'
import { followSources, noSources, type Sources } from './holdings.js'
import {
  emptySend,
  type KeptSend,
  nextSend,
  phaseOf,
  type SendDraft,
  type SendEvent,
  type SendPhase,
  type SendState,
} from './machine.js'
import { findName, findNameOf, paidRecipients, readRecipient } from './recipient.js'

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
  #state: KeptSend = emptySend
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
    const state = nextSend(this.#state, event, this.#phase().status === 'sending')
    if (state === this.#state) return
    this.#set({ state })
    this.#followed?.choose(state.form.asset)
  }

  #set({
    state = this.#state,
    sources = this.#sources,
  }: {
    readonly state?: KeptSend
    readonly sources?: Sources
  }): void {
    this.#state = state
    this.#sources = sources
    this.#value.set(this.#joined())
  }

  #joined(): Send {
    return joined({ foyer: this.#foyer, state: this.#state, phase: this.#phase(), sources: this.#sources })
  }

  /** By the store as it is now. */
  #phase(): SendPhase {
    const kit = this.#foyer.store.getState()
    const { send: attempt } = kit.connection.attempts
    return phaseOf({ review: this.#state.review, attempt, isHere: (draft) => isHere(kit, draft) })
  }

  /** Follows where the wallet is from the first use on, also while no view is there: what was previewed elsewhere is never sent here. */
  #listen(): void {
    if (this.#listens) return
    this.#listens = true
    const { store } = this.#foyer
    const stop = store.subscribe((state, before) => {
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
  return roomOf(contextOf(foyer), { Room: SendRoom, kit: foyer })
}

/** Is the wallet where the draft was made? */
function isHere(state: FoyerState, { family, account, connectorId, networkId }: SendDraft): boolean {
  const { address, connection } = accountOf(state, family)
  const isSame = address === account && connection?.connector.id === connectorId
  return isSame && state.family === family && networkIdOf(state, family) === networkId
}

/** Joins what was filled in with what is known. */
function joined({
  foyer,
  state: { review: _, ...filled },
  phase,
  sources: { holdings, token, known, isSame },
}: {
  readonly foyer: Foyer
  readonly state: KeptSend
  readonly phase: SendPhase
  readonly sources: Sources
}): Send {
  const { asset, amount: text, recipient, accepted } = filled.form
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
  return { ...filled, phase, holdings, holding, coin: held({ type: 'coin' }), amount, warnings, step, ready }
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

/** How long the recipient's field must be left alone before a name is looked up. */
const settleMs = 500

/**
 * Chooses what is sent; the amount begins anew.
 *
 * @example chooseAsset(foyer, { type: 'token', address: '0xA0b8…' })
 */
export function chooseAsset(foyer: Foyer, asset: SendAsset): void {
  sendRoomOf(foyer).dispatch({ type: 'assetChosen', asset })
}

/** Sets the amount, as it was typed or pasted in whichever locale. @example typeAmount(foyer, '1.5') */
export function typeAmount(foyer: Foyer, text: string): void {
  sendRoomOf(foyer).dispatch({ type: 'amountTyped', text })
}

/**
 * Takes all there is of the chosen asset; of the network's coin as much as the fee leaves.
 *
 * @throws never: where the fee can't be had, `max` says so
 * @example await takeMax(foyer)
 */
export async function takeMax(foyer: Foyer): Promise<void> {
  const room = sendRoomOf(foyer)
  const { holding, form } = room.send.get()
  if (!holding) return
  const fill = (value: bigint) => {
    // Something else was chosen or typed meanwhile.
    const { max, form: now } = room.send.get()
    if (max !== 'busy' || now.asset !== form.asset) return
    if (value === 0n) return room.dispatch({ type: 'maxFailed', reason: 'nothing' })
    room.dispatch({ type: 'amountTyped', text: formatAmount({ value, decimals: holding.decimals }) })
  }
  room.dispatch({ type: 'maxAsked' })
  if (holding.asset.type !== 'coin') return fill(holding.value ?? 0n)
  const { recipient } = form
  const to = recipient.status === 'found' ? recipient.address : foyer.account().address
  try {
    const { maxAmount } = await estimateFee(foyer, { to: to ?? '', amount: holding.value ?? 0n })
    fill(maxAmount ?? 0n)
  } catch (error) {
    contextOf(foyer).report(error)
    room.dispatch({ type: 'maxFailed', reason: 'failed' })
  }
}

/**
 * Sets the recipient: an address, a name that the operator's server knows, or a payment link, which fills in what else it says. The last text counts.
 *
 * @example typeRecipient(foyer, 'alice.foyer.id')
 */
export function typeRecipient(foyer: Foyer, text: string): void {
  const room = sendRoomOf(foyer)
  const { lookup } = room
  lookup.stop()
  lookup.number += 1
  const { number } = lookup
  const stopping = new AbortController()
  lookup.stop = () => stopping.abort()
  room.dispatch({ type: 'recipientTyped', text, lookup: number })
  if (text.trim() === '') return
  read({ foyer, text, number, signal: stopping.signal }).catch((error: unknown) => {
    if (error instanceof AbortedError) return
    contextOf(foyer).report(error)
    room.dispatch({ type: 'recipientRead', lookup: number, found: 'unreached' })
  })
}

async function read({
  foyer,
  text,
  number,
  signal,
}: {
  readonly foyer: Foyer
  readonly text: string
  readonly number: number
  readonly signal: AbortSignal
}): Promise<void> {
  const room = sendRoomOf(foyer)
  const network = networkOf(foyer.store.getState())
  const rules = await addresses(foyer, { networkId: network?.caipNetworkId })
  if (!network || signal.aborted) return
  const first = readRecipient({ text, network, rules })
  const settle = () => sleep({ clock: contextOf(foyer).clock, ms: settleMs, signal })
  // An address is taken at once; what is none yet may become one with the next letter.
  if (first.type === 'name' || first.type === 'fault') await settle()
  const reading = first.type === 'name' ? await findName({ foyer, network, signal, name: first.name }) : first
  switch (reading.type) {
    case 'found':
      room.dispatch({ type: 'recipientRead', lookup: number, found: reading.recipient })
      break
    case 'payment':
      return takePayment({ foyer, number, request: reading.request, isSame: rules.isSame })
    default:
      return room.dispatch({
        type: 'recipientRead',
        lookup: number,
        found: reading.type === 'fault' ? reading.fault : 'address',
      })
  }
  const { address, name } = reading.recipient
  if (name !== undefined) return
  const known = await findNameOf({ foyer, network, signal, address })
  if (known.name !== undefined) room.dispatch({ type: 'recipientNamed', address, ...known, name: known.name })
}

/** Fills in what a payment link asks for. */
function takePayment({
  foyer,
  number,
  request: { to, asset, amount },
  isSame,
}: {
  readonly foyer: Foyer
  readonly number: number
  readonly isSame: SameAddress
  readonly request: PaymentRequest
}): void {
  const room = sendRoomOf(foyer)
  const network = networkOf(foyer.store.getState())
  const holding =
    network && holdingOf({ asset, tokens: room.send.get().holdings.tokens, coin: network.nativeCurrency, isSame })
  if (holding && (asset.type === 'token' || amount !== undefined)) room.dispatch({ type: 'assetChosen', asset })
  if (holding && amount !== undefined)
    room.dispatch({ type: 'amountTyped', text: formatAmount({ value: amount, decimals: holding.decimals }) })
  room.dispatch({ type: 'recipientRead', lookup: number, found: holding ? { address: to } : 'token' })
}

/** Agrees to send to the recipient despite its warnings. Another recipient is warned of anew. @example acceptWarnings(foyer) */
export function acceptWarnings(foyer: Foyer): void {
  const room = sendRoomOf(foyer)
  const { recipient } = room.send.get().form
  if (recipient.status === 'found') room.dispatch({ type: 'warningAccepted', address: recipient.address })
}
