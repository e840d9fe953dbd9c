import { estimateReviewed } from '../actions/send.js'
import { formatAmount } from '../chain/amount.js'
import { contextOf } from '../context.js'
import { SendIncompleteError } from '../errors/action.js'
import { JsonRpcError } from '../errors/http.js'
import type { Foyer } from '../foyer.js'
import { askReviewed } from '../review/askReviewed.js'
import { accountOf, networkIdOf, networkOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { currentRoute } from '../state/viewState.js'
import { type Observable, type ObservableValue, observable, roomOf } from '../store/observable.js'
import type { SendProperties } from './feature.js'
import {
  type AmountReading,
  type Holding,
  holdingOf,
  nextStep,
  readAmount,
  type SendStep,
  type SendWarning,
  warningsOf,
} from './form.js'
import { followSources, noSources, type Sources } from './holdings.js'
import {
  emptySend,
  failureNotice,
  failureOf,
  type KeptSend,
  nextSend,
  phaseOf,
  requestToSend,
  type SendDraft,
  type SendEvent,
  type SendFailure,
  type SendPhase,
  type SendState,
} from './machine.js'
import { paidRecipients, rememberPaid } from './paid.js'

/** A send, as a view draws it. */
export interface Send extends SendState {
  /** The account's holdings. */
  readonly holdings: Sources['holdings']
  /** The chosen asset with what is known of it; undefined while none is chosen, or it is on its way. */
  readonly holding: Holding | undefined
  /** The network's own coin, which pays the fee. */
  readonly coin: Holding | undefined
  /** The typed amount, as it was read. */
  readonly amount: AmountReading | undefined
  /** The warnings for the visitor before sending. */
  readonly warnings: readonly SendWarning[]
  /** The step that the main button asks for: the preview, or what is missing. */
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
 * Freezes what the form says into what is previewed, and asks the chain for its fee.
 *
 * @throws SendIncompleteError where something is missing, not read yet, or warned of without having been agreed to [S5.11]
 * @example const draft = reviewSend(foyer)
 */
export function reviewSend(foyer: Foyer): SendDraft {
  const room = sendRoomOf(foyer)
  const { form, holding, amount, ready } = room.send.get()
  if (!holding) throw new SendIncompleteError({ missing: 'token' })
  if (amount?.status !== 'ready' || amount.exceeds) throw new SendIncompleteError({ missing: 'amount' })
  const state = foyer.store.getState()
  const { address: account, connection } = accountOf(state)
  const network = networkOf(state)
  if (form.recipient.status !== 'found' || !ready || account === undefined || !connection || !network)
    throw new SendIncompleteError({ missing: 'recipient' })
  const { address: to, name: toName, avatar: toAvatar } = form.recipient
  const { asset, decimals, symbol, name, iconUrl, price } = holding
  const draft: SendDraft = {
    family: network.chainNamespace,
    networkId: network.caipNetworkId,
    networkName: network.name,
    connectorId: connection.connector.id,
    account,
    ...{ asset, amount: amount.value, decimals, symbol, name, iconUrl, price },
    ...{ to, toName, toAvatar },
  }
  room.dispatch({ type: 'reviewed', draft })
  void readFee(foyer)
  return draft
}

/** Asks the chain anew what the previewed transfer would cost. @example await readFee(foyer) */
export async function readFee(foyer: Foyer): Promise<void> {
  const room = sendRoomOf(foyer)
  const { phase } = room.send.get()
  if (!('draft' in phase)) return
  const { draft } = phase
  room.dispatch({ type: 'feeRead', draft, fee: { status: 'loading' } })
  try {
    const fee = await estimateReviewed(foyer, requestToSend(draft))
    room.dispatch({ type: 'feeRead', draft, fee: { status: 'ready', fee } })
  } catch (error) {
    // A node answers with an error of its own where the transfer would revert, or costs more than there is.
    const status = error instanceof JsonRpcError ? 'refused' : 'unreached'
    if (status === 'unreached') contextOf(foyer).report(error)
    room.dispatch({ type: 'feeRead', draft, fee: { status } })
  }
}

/** Leaves the preview; the form stays as it is. What the wallet has been asked for stays asked for. @example leaveReview(foyer) */
export function leaveReview(foyer: Foyer): void {
  sendRoomOf(foyer).dispatch({ type: 'reviewLeft' })
}

export type SendOutcome = 'sent' | SendFailure

/**
 * Has the wallet send what is previewed, exactly that, once and never again [F22]. How it ends is shown in the modal, and emitted as an event; the
 * attempt runs on until the chain says what became of it.
 *
 * @returns once the wallet has answered; undefined where nothing is previewed, or it's being sent already
 * @throws ChunkLoadError: any other failure is an outcome
 * @example if ((await confirmSend(foyer)) === 'sent') close()
 */
export async function confirmSend(foyer: Foyer): Promise<SendOutcome | undefined> {
  const room = sendRoomOf(foyer)
  const { phase } = room.send.get()
  if (phase.status !== 'reviewing') return undefined
  const { draft } = phase
  const { family, to, toName: name } = draft
  const { persistence, store, track } = contextOf(foyer)
  const properties = propertiesOf({ foyer, draft })
  const answer = await askReviewed(foyer, {
    kind: 'send',
    request: requestToSend(draft),
    onAsked(attemptId) {
      room.dispatch({ type: 'asked', attemptId })
      track({ event: 'SEND_INITIATED', properties })
    },
    onSent() {
      room.dispatch({ type: 'sent' })
      rememberPaid(persistence, { family, address: to })
      track({ event: 'SEND_SUCCESS', properties })
      return { name, from: 'WalletSendPreview', overAccount: true, otherwise: 'send.started' }
    },
    onFailed(refusal) {
      track({ event: 'SEND_ERROR', properties: { ...properties, message: refusal.code } })
      const { view } = store.getState()
      // The review says it where the button was pressed, and the form that it isn't known.
      const isSaid = view.open && ['WalletSend', 'WalletSendPreview'].includes(currentRoute(view).view)
      return isSaid ? undefined : failureNotice(refusal)
    },
  })
  if (answer?.status !== 'failed') return answer?.status
  return answer.refusal ? failureOf(answer.refusal) : 'unknown'
}

function propertiesOf({ foyer, draft }: { readonly foyer: Foyer; readonly draft: SendDraft }): SendProperties {
  const { accounts } = accountOf(foyer.store.getState(), draft.family)
  const { account, networkId, symbol, name, amount: value, decimals } = draft
  return {
    isSmartAccount: accounts.some(({ address, type }) => address === account && type === 'smartAccount'),
    network: networkId,
    token: symbol || name,
    amount: Number(formatAmount({ value, decimals })),
  }
}
