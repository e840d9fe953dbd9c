import type { AccountId, NetworkId } from '../chain/ids.js'
import type { PairingOffer, PickedWallet } from '../connector/connector.js'
import type { PlainSentenceKey } from '../messages/sentences.js'

/** Numbers one attempt of a kit, so that a late answer of a superseded one changes nothing. */
export type AttemptId = number

/** How far a connector has come; a connector reports it, and views draw it. */
export type ConnectorStep =
  /** The wallet shows its own prompt. */
  | { readonly type: 'walletPrompt' }
  /** A wallet elsewhere may scan or open the URI. */
  | { readonly type: 'pairing'; readonly offer: PairingOffer }
  /** The URI was opened in a wallet on this device. */
  | { readonly type: 'walletOpened'; readonly offer: PairingOffer }

/** A step that goes on only with an answer of the visitor's, which `answer` hands over. */
export type AskingStep =
  /** A code was sent, and is to be typed in. */
  | {
      readonly type: 'codeSent'
      /** Where it was sent, as the visitor knows it: an e-mail address. */
      readonly sentTo: string
      /** How many digits it has. */
      readonly digits: number
      /** ms since 1970: from then on another may be asked for. */
      readonly againAt?: number | undefined
      /** The last answer was another code. */
      readonly isWrong?: boolean | undefined
    }
  /** A link was sent, by which the visitor lets this device in. */
  | {
      readonly type: 'deviceApproval'
      readonly sentTo: string
      /** ms since 1970: from then on another may be asked for. */
      readonly againAt?: number | undefined
    }
  /** A window is to be opened, which only a press may do. */
  | { readonly type: 'popup'; readonly url: string }

/** What a visitor answers: a code, that another message is to be sent, or whether the window has been opened. */
export type Answer = { readonly code: string } | { readonly sendAgain: true } | { readonly opened: boolean }

/** Where an attempt stands, for every kind and connector alike. */
export type AttemptStep =
  /** What asks is being loaded and called. */
  | { readonly type: 'starting' }
  | ConnectorStep
  | AskingStep
  /** The wallet doesn't know the network that it is to go to, and is asked to add it [S4.34]. */
  | { readonly type: 'addingNetwork' }
  /** The wallet is asked for a signature. */
  | { readonly type: 'signature' }
  /** The wallet has sent the transaction, which is waited for. */
  | { readonly type: 'sent'; readonly hash: string }

/** What an attempt's task is given: when it is over, and how it reports and asks. */
export interface AttemptReporter {
  readonly id: AttemptId
  /** Aborted once the attempt has ended, whichever way. */
  readonly signal: AbortSignal
  /** Shows how far it has come; after its end it does nothing. */
  readonly step: (step: AttemptStep) => void
  /**
   * Shows a step that asks, and waits for the answer. A newer question takes the place of one that waits.
   * @throws AbortedError
   */
  readonly ask: (step: AskingStep) => Promise<Answer>
}

/** Why an attempt failed. */
export interface Refusal {
  /** The error's code. */
  readonly code: string
  /** The visitor's sentence, by key. */
  readonly notice: PlainSentenceKey
  /** Why, in the words of the operator's server, which are for the visitor. */
  readonly reason?: string | undefined
  /** The wallet was asked to send, and gave no answer that tells whether it did: asking again may send twice. */
  readonly mayHaveBeenSent?: true | undefined
}

export type AttemptEnd =
  | { readonly status: 'succeeded' }
  /** By the visitor's leaving, the host's signal, or a newer attempt. */
  | { readonly status: 'cancelled' }
  | ({ readonly status: 'failed' } & Refusal)

interface AttemptProgress {
  readonly id: AttemptId
  readonly step: AttemptStep
  /** Undefined while the attempt runs. */
  readonly end?: AttemptEnd | undefined
}

export interface ConnectAttempt extends AttemptProgress {
  readonly kind: 'connect'
  readonly connectorId: string
  /** The wallet that the visitor picked, where the connector is only the way to it. */
  readonly wallet?: PickedWallet | undefined
}

export interface SwitchAttempt extends AttemptProgress {
  readonly kind: 'switch'
  readonly networkId: NetworkId
}

export interface SignInAttempt extends AttemptProgress {
  readonly kind: 'signIn'
  /** Which account signs, on which network. */
  readonly accountId: AccountId
}

/** What the wallet sends a transaction for. */
export interface TransactionAttempt extends AttemptProgress {
  readonly kind: 'send' | 'swap' | 'pay' | 'revoke' | 'replace'
  readonly networkId: NetworkId
  /** Of the account that sends. */
  readonly address: string
  /** What distinguishes it from others of its kind that may be under way: the approval, or the transaction that is replaced. */
  readonly subject?: string | undefined
}

export interface RegisterAttempt extends AttemptProgress {
  readonly kind: 'register'
  /** Without its zone, in small letters. */
  readonly name: string
}

/** One request to a wallet or the visitor. Another kind adds a member here, its steps to `AttemptStep`. */
export type Attempt = ConnectAttempt | SwitchAttempt | SignInAttempt | TransactionAttempt | RegisterAttempt

/** The newest attempt of each slot, running or ended: a kind has one, or one for each subject. */
export interface Attempts {
  readonly [slot: string]: Attempt | undefined
  readonly connect?: ConnectAttempt | undefined
  readonly switch?: SwitchAttempt | undefined
  readonly signIn?: SignInAttempt | undefined
  readonly send?: TransactionAttempt | undefined
  readonly swap?: TransactionAttempt | undefined
  readonly pay?: TransactionAttempt | undefined
  readonly register?: RegisterAttempt | undefined
}

/** Where the attempts are kept that take each other's place. */
export const slotOf = (attempt: Pick<Attempt, 'kind'> & { readonly subject?: string | undefined }): string =>
  attempt.subject === undefined ? attempt.kind : `${attempt.kind} ${attempt.subject}`

/** The attempt with a number, running or ended. */
export function attemptById(attempts: Attempts, id: AttemptId): Attempt | undefined {
  return Object.values(attempts).find((attempt) => attempt?.id === id)
}

/** Has an attempt begun and not ended? */
export function isRunning(attempt: Attempt | undefined): boolean {
  return attempt !== undefined && attempt.end === undefined
}

/** Does an attempt wait for the wallet or the visitor? One whose transaction was sent waits for the chain alone. */
export function isAsking(attempt: Attempt | undefined): boolean {
  return isRunning(attempt) && attempt?.step.type !== 'sent'
}

/** The offer of a running pairing. */
export function offerOf(attempt: Attempt | undefined): PairingOffer | undefined {
  return attempt && !attempt.end && 'offer' in attempt.step ? attempt.step.offer : undefined
}

/** Ends a running attempt; one that has ended keeps its end. */
export function withEnd(attempts: Attempts, id: AttemptId, end: AttemptEnd): Attempts {
  const attempt = attemptById(attempts, id)
  return attempt && !attempt.end ? { ...attempts, [slotOf(attempt)]: { ...attempt, end } } : attempts
}
