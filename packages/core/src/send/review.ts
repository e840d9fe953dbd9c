import { estimateFee, sendTransfer } from '../actions/send.js'
import type { Refusal } from '../attempt/attempt.js'
import { formatAmount } from '../chain/amount.js'
import { contextOf, type FoyerContext } from '../context.js'
import { SendIncompleteError } from '../errors/action.js'
import { JsonRpcError } from '../errors/http.js'
import type { SendProperties } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import { accountOf, networkOf } from '../store/selectors.js'
import { currentRoute } from '../view/viewState.js'
import { failureNotices, failureOf, type SendDraft, type SendFailure } from './machine.js'
import { rememberPaid } from './recipient.js'
import { sendRoomOf } from './sendRoom.js'

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
    const { account, networkId, to, asset, amount } = draft
    const fee = await estimateFee(foyer, { account, networkId, to, asset, amount })
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
  const context = contextOf(foyer)
  const { askToSend, showReceipt } = await context.queries()
  const properties = propertiesOf({ foyer, draft: phase.draft })
  const { family, networkId, account, connectorId, to, toName: name, asset, amount } = phase.draft
  const answer = await askToSend(context, {
    attempt: { kind: 'send', networkId, address: account },
    async prepare({ id }) {
      room.dispatch({ type: 'asked', attemptId: id })
      context.track({ event: 'SEND_INITIATED', properties })
    },
    send: ({ signal }) => sendTransfer(foyer, { family, networkId, account, connectorId, to, asset, amount, signal }),
  })
  if (answer?.status !== 'sent') return answer && failed(context, { ...answer, properties })
  room.dispatch({ type: 'sent' })
  rememberPaid(context.persistence, { family, address: to })
  context.track({ event: 'SEND_SUCCESS', properties })
  const receipt = { networkId, hash: answer.hash, kind: 'send', name, from: 'WalletSendPreview' } as const
  showReceipt(foyer, { ...receipt, overAccount: true, otherwise: 'send.started' })
  return 'sent'
}

function failed(
  { store, track, report, update }: FoyerContext,
  {
    refusal,
    error,
    properties,
  }: {
    readonly refusal: Refusal | undefined
    readonly error: unknown
    readonly properties: SendProperties
  },
): SendFailure {
  if (!refusal) return 'unknown'
  const outcome = failureOf(refusal)
  track({ event: 'SEND_ERROR', properties: { ...properties, message: refusal.code } })
  if (outcome !== 'declined') report(error)
  const { view } = store.getState()
  // The review says it where the button was pressed, and the form that nobody knows it.
  const isShown = view.open && ['WalletSend', 'WalletSendPreview'].includes(currentRoute(view).view)
  if (!isShown) update(() => ({ snackbar: { variant: 'error', message: failureNotices[outcome] } }))
  return outcome
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
