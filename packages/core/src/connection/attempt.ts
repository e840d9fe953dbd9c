import type { AccountId, NetworkId } from '../chain/ids.js'
import type { PairingOffer, PickedWallet } from '../connector/connector.js'
import type { PlainSentenceKey } from '../messages/sentences.js'

/** Numbers one attempt of a kit, so that a late answer of a superseded one changes nothing. */
export type AttemptId = number

/** Where an attempt stands, for every connector alike. */
export type AttemptStep =
  /** The connector is being loaded and called. */
  | { readonly type: 'starting' }
  /** The wallet shows its own prompt. */
  | { readonly type: 'walletPrompt' }
  /** A wallet elsewhere may scan or open the URI. */
  | { readonly type: 'pairing'; readonly offer: PairingOffer }
  /** The URI was opened in a wallet on this device. */
  | { readonly type: 'walletOpened'; readonly offer: PairingOffer }
  /** The wallet doesn't know the network that it is to go to, and is asked to add it [S4.34]. */
  | { readonly type: 'addingNetwork' }
  /** The wallet is asked for a signature. */
  | { readonly type: 'signature' }

/** Why an attempt failed. */
export interface Refusal {
  /** The error's code. */
  readonly code: string
  /** The visitor's sentence, by key. */
  readonly notice: PlainSentenceKey
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

/** One request to a wallet or the visitor. Another kind adds a member here, its steps to `AttemptStep`. */
export type Attempt = ConnectAttempt | SwitchAttempt | SignInAttempt

/** The newest attempt of each kind, running or ended. */
export type Attempts = {
  readonly [Kind in Attempt['kind']]?: Extract<Attempt, { readonly kind: Kind }> | undefined
}

/** The attempt with a number, running or ended. */
export function attemptById(attempts: Attempts, id: AttemptId): Attempt | undefined {
  return Object.values(attempts).find((attempt) => attempt?.id === id)
}

/** Has an attempt begun and not ended? */
export function isRunning(attempt: Attempt | undefined): boolean {
  return attempt !== undefined && attempt.end === undefined
}

/** The offer of a running pairing. */
export function offerOf(attempt: Attempt | undefined): PairingOffer | undefined {
  return attempt && !attempt.end && 'offer' in attempt.step ? attempt.step.offer : undefined
}

/** Ends a running attempt; one that has ended keeps its end. */
export function withEnd(attempts: Attempts, id: AttemptId, end: AttemptEnd): Attempts {
  const attempt = attemptById(attempts, id)
  return attempt && !attempt.end ? { ...attempts, [attempt.kind]: { ...attempt, end } } : attempts
}
