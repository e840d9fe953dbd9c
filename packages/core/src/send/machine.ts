import type { Family, NetworkId } from '../chain/ids.js'
import type { Asset, FeeEstimate } from '../connector/family.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import {
  emptyForm,
  type FoundRecipient,
  type Recipient,
  type RecipientFault,
  type SendAsset,
  type SendForm,
} from './form.js'

/** What is sent, exactly: made when the preview is opened, shown there, and handed to the wallet as it is. */
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

export interface SendState {
  /** What the visitor has filled in. */
  readonly form: SendForm
  /** Where the send stands. */
  readonly phase: SendPhase
  /** What it will cost. */
  readonly fee: FeeState
  /** The most of the coin is being worked out; `failed`: it couldn't, `nothing`: the fee takes all. */
  readonly max: 'idle' | 'busy' | 'failed' | 'nothing'
}

export const emptySend: SendState = {
  form: emptyForm,
  phase: { status: 'filling' },
  fee: { status: 'none' },
  max: 'idle',
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
  | { readonly type: 'confirmed' }
  | { readonly type: 'sent' }
  /** Without a notice nobody knows whether it was sent. */
  | { readonly type: 'failed'; readonly notice: PlainSentenceKey | undefined }
  /** The wallet went to another network: a token of the former one means nothing there. */
  | { readonly type: 'networkChanged' }
  | { readonly type: 'accountChanged' }
  /** Another chain family, or none, is active [S4.6]. */
  | { readonly type: 'reset' }

const filling: SendPhase = { status: 'filling' }

/** Every rule of a send. Pure: an event that doesn't fit leaves the state as it is, so that a late answer changes nothing. */
export function nextSend(state: SendState, event: SendEvent): SendState {
  const { form, phase } = state
  const formed = (change: Partial<SendForm>, more: Partial<SendState> = {}): SendState => ({
    ...state,
    ...more,
    form: { ...form, ...change },
    phase: phase.status === 'sending' ? phase : filling,
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
      return dropped({ ...state, form: { ...form, asset, amount: asset ? form.amount : '' }, max: 'idle' })
    }
    case 'accountChanged':
      return dropped({ ...state, max: 'idle' })
    case 'reset':
      return phase.status === 'sending' ? { ...emptySend, phase } : emptySend
    default:
      return nextReview(state, event)
  }
}

/** From the preview to the wallet's answer. */
function nextReview(
  state: SendState,
  event: Extract<SendEvent, { readonly type: 'reviewed' | 'reviewLeft' | 'feeRead' | 'confirmed' | 'sent' | 'failed' }>,
): SendState {
  const { phase } = state
  switch (event.type) {
    case 'reviewed':
      return phase.status === 'sending'
        ? state
        : { ...state, phase: { status: 'reviewing', draft: event.draft }, fee: { status: 'loading' } }
    case 'reviewLeft':
      return phase.status === 'filling' || phase.status === 'sending' ? state : { ...state, phase: filling }
    case 'feeRead':
      return 'draft' in phase && phase.draft === event.draft ? { ...state, fee: event.fee } : state
    case 'confirmed':
      return phase.status === 'reviewing' ? { ...state, phase: { status: 'sending', draft: phase.draft } } : state
    case 'sent':
      return phase.status === 'sending' ? emptySend : state
    case 'failed':
      if (phase.status !== 'sending') return state
      return {
        ...state,
        phase:
          event.notice === undefined
            ? { status: 'dropped', reason: 'unknown' }
            : { status: 'reviewing', draft: phase.draft, notice: event.notice },
      }
  }
}

/** What was previewed holds no more; what the wallet has been asked already can't be taken back. */
function dropped(state: SendState): SendState {
  return state.phase.status === 'reviewing' ? { ...state, phase: { status: 'dropped', reason: 'moved' } } : state
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
