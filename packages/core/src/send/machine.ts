import type { ReviewedRequest } from '../actions/send.js'
import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Asset, FeeEstimate } from '../connector/family.js'
import { type Attempt, type AttemptId, isRunning, type Refusal } from '../state/attempt.js'
import {
  emptyForm,
  type FoundRecipient,
  type Recipient,
  type RecipientFault,
  type SendAsset,
  type SendForm,
} from './form.js'

/** The exact transfer: made when the preview is opened, shown there, and handed to the wallet as it is. */
export interface SendDraft {
  readonly family: Family
  readonly networkId: NetworkId
  readonly networkName: string
  readonly connectorId: string
  /** The sender. */
  readonly account: string
  readonly asset: Asset
  /** In the asset's smallest unit. */
  readonly amount: bigint
  readonly decimals: number
  readonly symbol: string
  /** The asset's name, and its picture. */
  readonly name: string
  readonly iconUrl: string | undefined
  /** US dollars for one whole token. */
  readonly price: number | undefined
  readonly to: string
  readonly toName: string | undefined
  readonly toAvatar: string | undefined
}

/** The request to the wallet: shown in words, estimated, and asked for. */
export const requestToSend = (draft: SendDraft): ReviewedRequest => {
  const { to, asset, amount, networkId, account: address, connectorId } = draft
  return { asked: { transfer: { to, asset, amount } }, networkId, address, connectorId }
}

/** Why what was previewed isn't sent. */
export type DropReason =
  /** The wallet is on another network, or another account was chosen. */
  | 'moved'
  /** The wallet gave no usable answer: it may have been sent. */
  | 'unknown'

export type SendPhase =
  | { readonly status: 'filling' }
  | {
      readonly status: 'reviewing'
      readonly draft: SendDraft
      /** Why the last request to the wallet came to nothing. */
      readonly notice?: PlainSentenceKey | undefined
    }
  /** The wallet has been asked, once. */
  | { readonly status: 'sending'; readonly draft: SendDraft }
  | { readonly status: 'dropped'; readonly reason: DropReason }

export type FeeState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly fee: FeeEstimate }
  /** `refused`: the chain says that it would fail; `unreached`: it can't be asked. */
  | { readonly status: 'refused' | 'unreached' }

/** A send as it is kept; its phase follows from it and the attempt: see `phaseOf`. */
export interface KeptSend {
  /** The visitor's entries. */
  readonly form: SendForm
  /** The previewed draft, and the attempt that the wallet was asked for it with. */
  readonly review: { readonly draft: SendDraft; readonly attemptId?: AttemptId | undefined } | undefined
  /** The expected fee. */
  readonly fee: FeeState
  /** The most of the coin is being worked out; `failed`: it couldn't, `nothing`: the fee takes all. */
  readonly max: 'idle' | 'busy' | 'failed' | 'nothing'
}

export interface SendState extends Omit<KeptSend, 'review'> {
  /** The phase of the send. */
  readonly phase: SendPhase
}

export const emptySend: KeptSend = { form: emptyForm, review: undefined, fee: { status: 'none' }, max: 'idle' }

/** How a request to the wallet came to nothing; `unknown`: it may have been sent. */
export type SendFailure = 'declined' | 'failed' | 'unknown'

const failureNotices: Readonly<Record<SendFailure, PlainSentenceKey>> = {
  declined: 'send.declined',
  failed: 'send.failed',
  unknown: 'error.mayHaveBeenSent',
}

/** Returns the visitor's sentence: its own reason where another amount mends that. */
export const failureNotice = (refusal: Refusal): PlainSentenceKey =>
  refusal.notice === 'error.firstAmount' ? refusal.notice : failureNotices[failureOf(refusal)]

export function failureOf({ mayHaveBeenSent, code }: Refusal): SendFailure {
  if (mayHaveBeenSent) return 'unknown'
  return code === 'user_rejected' ? 'declined' : 'failed'
}

/** Returns the phase of a send. Pure. */
export function phaseOf({
  review,
  attempt,
  isHere,
}: Pick<KeptSend, 'review'> & {
  /** The newest that sends. */
  readonly attempt: Attempt | undefined
  /** Is the wallet where the draft was made? */
  readonly isHere: (draft: SendDraft) => boolean
}): SendPhase {
  if (!review) return { status: 'filling' }
  const { draft, attemptId } = review
  const own = attempt?.id === attemptId ? attempt : undefined
  if (isRunning(own)) return { status: 'sending', draft }
  const failure = own?.end?.status === 'failed' ? failureOf(own.end) : undefined
  if (failure === 'unknown') return { status: 'dropped', reason: 'unknown' }
  if (!isHere(draft)) return { status: 'dropped', reason: 'moved' }
  return { status: 'reviewing', draft, notice: own?.end?.status === 'failed' ? failureNotice(own.end) : undefined }
}

export type SendEvent =
  | { readonly type: 'assetChosen'; readonly asset: SendAsset }
  | { readonly type: 'amountTyped'; readonly text: string }
  | { readonly type: 'maxAsked' }
  | { readonly type: 'maxFailed'; readonly reason: 'failed' | 'nothing' }
  | { readonly type: 'recipientTyped'; readonly text: string; readonly lookup: number }
  | { readonly type: 'recipientRead'; readonly lookup: number; readonly found: FoundRecipient | RecipientFault }
  | {
      readonly type: 'recipientNamed'
      readonly address: string
      readonly name: string
      readonly avatar?: string | undefined
    }
  | { readonly type: 'warningAccepted'; readonly address: string }
  | { readonly type: 'reviewed'; readonly draft: SendDraft }
  | { readonly type: 'reviewLeft' }
  | { readonly type: 'feeRead'; readonly draft: SendDraft; readonly fee: FeeState }
  | { readonly type: 'asked'; readonly attemptId: AttemptId }
  | { readonly type: 'sent' }
  /** The wallet went to another network: a token of the former one means nothing there. */
  | { readonly type: 'networkChanged' }
  | { readonly type: 'accountChanged' }
  /** Another chain family, or none, is active [S4.6]. */
  | { readonly type: 'reset' }

/**
 * Every rule of a send. Pure: an event that doesn't fit leaves the state as it is, so that a late answer changes nothing.
 *
 * @param isAsked - the wallet has been asked for what is previewed, which can't be taken back
 */
export function nextSend(state: KeptSend, event: SendEvent, isAsked: boolean): KeptSend {
  const { form } = state
  const review = isAsked ? state.review : undefined
  const formed = (change: Partial<SendForm>, more: Partial<KeptSend> = {}): KeptSend => ({
    ...state,
    ...more,
    form: { ...form, ...change },
    review,
  })
  switch (event.type) {
    case 'assetChosen':
      return formed({ asset: event.asset, amount: '' }, { max: 'idle' })
    case 'amountTyped':
      return formed({ amount: event.text }, { max: 'idle' })
    case 'maxAsked':
      return { ...state, max: 'busy' }
    case 'maxFailed':
      return state.max === 'busy' ? { ...state, max: event.reason } : state
    case 'recipientTyped':
    case 'recipientRead':
    case 'recipientNamed': {
      const recipient = nextRecipient(form.recipient, event)
      if (recipient === form.recipient) return state
      // A name only says more of the same address: what is being looked at stays.
      return event.type === 'recipientNamed' ? { ...state, form: { ...form, recipient } } : formed({ recipient })
    }
    case 'warningAccepted':
      return formed({ accepted: event.address })
    case 'networkChanged': {
      const asset = form.asset?.type === 'coin' ? form.asset : undefined
      return { ...state, form: { ...form, asset, amount: asset ? form.amount : '' }, max: 'idle' }
    }
    case 'accountChanged':
      return { ...state, max: 'idle' }
    case 'reset':
      return { ...emptySend, review }
    case 'reviewed':
      return isAsked ? state : { ...state, review: { draft: event.draft }, fee: { status: 'loading' } }
    case 'reviewLeft':
      return { ...state, review }
    case 'feeRead':
      return state.review?.draft === event.draft ? { ...state, fee: event.fee } : state
    case 'asked':
      return state.review ? { ...state, review: { ...state.review, attemptId: event.attemptId } } : state
    case 'sent':
      return emptySend
  }
}

function nextRecipient(
  recipient: Recipient,
  event: Extract<SendEvent, { readonly type: 'recipientTyped' | 'recipientRead' | 'recipientNamed' }>,
): Recipient {
  switch (event.type) {
    case 'recipientTyped':
      return event.text.trim() === ''
        ? { status: 'empty', text: '' }
        : { status: 'reading', text: event.text, lookup: event.lookup }
    case 'recipientRead': {
      if (recipient.status !== 'reading' || recipient.lookup !== event.lookup) return recipient
      const { text } = recipient
      return typeof event.found === 'string'
        ? { status: 'unknown', text, fault: event.found }
        : { status: 'found', text, ...event.found }
    }
    case 'recipientNamed':
      return recipient.status === 'found' && recipient.address === event.address
        ? { ...recipient, name: event.name, avatar: event.avatar }
        : recipient
  }
}
