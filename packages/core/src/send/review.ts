import { estimateFee, sendTransfer, waitForTransaction } from '../actions/send.js'
import { formatAmount } from '../chain/amount.js'
import { contextOf } from '../context.js'
import { SendIncompleteError } from '../errors/action.js'
import { FoyerError } from '../errors/FoyerError.js'
import { JsonRpcError } from '../errors/http.js'
import type { SendProperties } from '../events/event.js'
import type { Foyer } from '../foyer.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import { accountOf, networkIdOf, networkOf } from '../store/selectors.js'
import { currentRoute } from '../view/viewState.js'
import type { SendDraft } from './machine.js'
import { rememberPaid } from './recipient.js'
import { type SendRoom, sendRoomOf } from './sendRoom.js'

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

/** `moved`: the wallet has gone elsewhere meanwhile, so nothing was asked for; `unknown`: it may have been sent. */
export type SendOutcome = 'sent' | 'declined' | 'failed' | 'moved' | 'unknown'

/**
 * Has the wallet send what is previewed, exactly that, once and never again [F22]. How it ends is shown in the modal, and emitted as an event.
 *
 * @returns undefined where nothing is previewed, or it's being sent already
 * @throws never: a failure is an outcome
 * @example if ((await confirmSend(foyer)) === 'sent') close()
 */
export async function confirmSend(foyer: Foyer): Promise<SendOutcome | undefined> {
  const room = sendRoomOf(foyer)
  const { phase } = room.send.get()
  if (phase.status !== 'reviewing') return undefined
  const { draft } = phase
  if (!isHere({ foyer, draft })) return moved(room)
  const { track } = contextOf(foyer)
  const properties = propertiesOf({ foyer, draft })
  room.dispatch({ type: 'confirmed' })
  track({ event: 'SEND_INITIATED', properties })
  try {
    const { family, networkId, account, connectorId, to, asset, amount } = draft
    const { showReceipt } = await contextOf(foyer).queries()
    const { hash } = await sendTransfer(foyer, { family, networkId, account, connectorId, to, asset, amount })
    room.dispatch({ type: 'sent' })
    rememberPaid(contextOf(foyer).persistence, { family, address: to })
    track({ event: 'SEND_SUCCESS', properties })
    const { networkId: sentOn, toName: name } = draft
    const receipt = {
      networkId: sentOn,
      hash,
      kind: 'send',
      name,
      from: 'WalletSendPreview',
      overAccount: true,
    } as const
    if (!showReceipt(foyer, receipt)) sayInModal({ foyer, message: 'send.started', variant: 'success' })
    void followToEnd({ foyer, draft, hash })
    return 'sent'
  } catch (error) {
    const outcome = outcomeOf(error)
    track({
      event: 'SEND_ERROR',
      properties: { ...properties, message: error instanceof FoyerError ? error.code : 'unknown' },
    })
    if (outcome !== 'declined') contextOf(foyer).report(error)
    room.dispatch({ type: 'failed', notice: outcome === 'unknown' ? undefined : notices[outcome] })
    if (outcome !== 'unknown' && !isHere({ foyer, draft })) moved(room)
    // The review says it where the button was pressed.
    if (!isSendShown(foyer)) sayInModal({ foyer, message: notices[outcome], variant: 'error' })
    return outcome
  }
}

const notices = {
  declined: 'send.declined',
  failed: 'send.failed',
  unknown: 'error.mayHaveBeenSent',
} as const satisfies Readonly<Record<string, PlainSentenceKey>>

/** Is the visitor where the outcome is said? The form says that nobody knows it, too. */
function isSendShown({ store }: Pick<Foyer, 'store'>): boolean {
  const { view } = store.getState()
  return view.open && ['WalletSend', 'WalletSendPreview'].includes(currentRoute(view).view)
}

function moved(room: SendRoom): 'moved' {
  room.dispatch({ type: 'accountChanged' })
  return 'moved'
}

/** Is the wallet where the draft was made? */
function isHere({ foyer, draft }: { readonly foyer: Foyer; readonly draft: SendDraft }): boolean {
  const state = foyer.store.getState()
  const { address, connection } = accountOf(state, draft.family)
  return (
    state.family === draft.family &&
    address === draft.account &&
    connection?.connector.id === draft.connectorId &&
    networkIdOf(state, draft.family) === draft.networkId
  )
}

/** After these the wallet may have sent it: it gave no answer, or none that names a transaction. */
const unsettled: readonly string[] = [
  'request_timeout',
  'wallet_answer',
  'aborted',
  'provider_disconnected',
  'chain_disconnected',
]

function outcomeOf(error: unknown): 'declined' | 'failed' | 'unknown' {
  const code = error instanceof FoyerError ? error.code : ''
  if (code === 'user_rejected') return 'declined'
  return unsettled.includes(code) ? 'unknown' : 'failed'
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

/** Says it where the chain reverted what was sent; that it can't be seen says nothing of it [S8.11]. */
async function followToEnd({
  foyer,
  draft: { networkId },
  hash,
}: {
  readonly foyer: Foyer
  readonly draft: SendDraft
  readonly hash: string
}): Promise<void> {
  const { endings, queries, report } = contextOf(foyer)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  endings.add(stop)
  try {
    const { status } = await waitForTransaction(foyer, { networkId, hash, signal: stopping.signal })
    const { isReceiptShown } = await queries()
    if (status === 'reverted' && !isReceiptShown(foyer.store.getState(), [hash]))
      sayInModal({ foyer, message: 'send.reverted', variant: 'error' })
  } catch (error) {
    if (!stopping.signal.aborted) report(error)
  } finally {
    endings.delete(stop)
  }
}

function sayInModal({
  foyer,
  message,
  variant,
}: {
  readonly foyer: Foyer
  readonly message: PlainSentenceKey
  readonly variant: 'success' | 'error'
}): void {
  contextOf(foyer).update(() => ({ snackbar: { variant, message } }))
}
