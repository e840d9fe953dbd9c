import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { AccountId, NetworkId } from '../chain/ids.js'
import type { PickedWallet } from '../connector/connector.js'
import type { Asked } from '../connector/family.js'
import type { Answer, AskingStep, ConnectorStep, LoginRequest, PairingOffer } from '../connector/live.js'

/** Numbers one attempt of a kit, so that a late answer of a superseded one changes nothing. */
export type AttemptId = number

/** The step of an attempt, for every kind and connector alike. */
export type AttemptStep =
  /** The code that asks is being loaded and called. */
  | { readonly type: 'starting' }
  | ConnectorStep
  | AskingStep
  /** The wallet doesn't know the network that it is to go to, and is asked to add it [S4.34]. */
  | { readonly type: 'addingNetwork' }
  /** The wallet is asked for a signature. */
  | { readonly type: 'signature' }
  /** Of several calls that are sent one at a time, the one that the wallet is asked for, or that was sent and is waited for. */
  | { readonly type: 'call'; readonly number: number; readonly count: number; readonly hash?: string | undefined }
  /** The wallet has sent the transaction, which is waited for. */
  | { readonly type: 'sent'; readonly hash: string }

/** The handle of an attempt's task: when it is over, and how it reports and asks. */
export interface AttemptReporter {
  readonly id: AttemptId
  /** Aborted where the attempt ends before its task does. */
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
  /** Why, in the words of the operator's server or wallet, which are for the visitor. */
  readonly reason?: string | undefined
  /** After how many seconds it may be tried again. */
  readonly seconds?: number | undefined
  /** The wallet was asked to send, and gave no answer that says whether it did: asking again may send twice. */
  readonly mayHaveBeenSent?: true | undefined
}

export type AttemptEnd =
  | { readonly status: 'succeeded' }
  /** By the visitor's leaving, the host's signal, or a newer attempt. */
  | { readonly status: 'cancelled' }
  | ({ readonly status: 'failed' } & Refusal)

/** The fields of every kind of attempt. */
export interface AttemptProgress {
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
  /** The way to log in, where the connector is a login. */
  readonly login?: LoginRequest | undefined
}

export interface SwitchAttempt extends AttemptProgress {
  readonly kind: 'switch'
  readonly networkId: NetworkId
}

/** A message, structured data or transactions that a host's own code has signed. */
export interface SignAttempt extends AttemptProgress {
  readonly kind: 'sign'
  /** Which account signs, on which network. */
  readonly accountId: AccountId
  /** Numbers what is asked for while another is: neither takes the other's place. */
  readonly subject?: string | undefined
}

/** A request to send a transaction. */
export interface TransactionOf<Kind extends string> extends AttemptProgress {
  readonly kind: Kind
  readonly networkId: NetworkId
  /** Of the account that sends. */
  readonly address: string
  /** The subject that distinguishes it from others of its kind under way: the approval, the transaction that is replaced, or the number of a batch or of a host's own call. */
  readonly subject?: string | undefined
}

/**
 * The attempts, by kind; a feature adds its own by declaration, and its steps to `AttemptStep`.
 *
 * @example
 * declare module '@foyer/core' {
 *   interface AttemptKinds { receipt: TransactionOf<'receipt'> }
 * }
 */
export interface AttemptKinds {
  connect: ConnectAttempt
  switch: SwitchAttempt
  sign: SignAttempt
  call: TransactionOf<'call'>
  replace: TransactionOf<'replace'>
}

/** One request to a wallet or the visitor. */
export type Attempt = AttemptKinds[keyof AttemptKinds]

/** An attempt whose wallet sends a transaction. */
export type TransactionAttempt = Extract<Attempt, Pick<TransactionOf<string>, 'networkId' | 'address'>>

type NewestOfKind = { readonly [Kind in keyof AttemptKinds]?: AttemptKinds[Kind] | undefined }

/** The newest attempt of each slot, running or ended: a kind has one, or one for each subject. */
export interface Attempts extends NewestOfKind {
  readonly [slot: string]: Attempt | undefined
}

/** Returns the slot of the attempts that take each other's place. */
export const slotOf = (attempt: Pick<Attempt, 'kind'> & { readonly subject?: string | undefined }): string =>
  attempt.subject === undefined ? attempt.kind : `${attempt.kind} ${attempt.subject}`

/** The kinds of which several may run beside each other. */
export type NumberedKind = {
  readonly [Kind in keyof AttemptKinds]: 'subject' extends keyof AttemptKinds[Kind] ? Kind : never
}[keyof AttemptKinds]

/** Numbers what is asked for while another of its kind is: neither takes the other's place. */
export function freeSubject(attempts: Attempts, kind: NumberedKind, number = 1): string | undefined {
  const subject = number === 1 ? undefined : String(number)
  return isRunning(attempts[slotOf({ kind, subject })]) ? freeSubject(attempts, kind, number + 1) : subject
}

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

/** A running attempt's state beside the store. */
export interface RunningAttempt {
  readonly controller: AbortController
  /** The question that waits for the visitor. */
  asking?: Asking | undefined
  /** The wallet's next request, while the visitor is shown it in words. */
  previewed?: PreviewedRequest | undefined
}

/** The wallet's next request, from which account and where. */
export interface PreviewedRequest {
  /** A transfer, a call, several calls, typed data, or an approval that is taken back. */
  readonly asked: Asked
  /** The network of the request. */
  readonly networkId: NetworkId
  /** The account's. */
  readonly address: string
  /** The page's own words for it, which are its claim: what is read stands beside them. */
  readonly purpose?: string | undefined
}

export interface Asking {
  readonly step: AskingStep
  readonly resolve: (answer: Answer) => void
  /** Nothing waits for its answer any more. */
  readonly drop: () => void
}
