import type { CallsStatus, Foyer, NonEmpty } from '@foyer/core'
import type { Purposeful } from '@foyer/core/actions'
import {
  callsStatus,
  sendCalls as sendAnyCalls,
  showCallsStatus as showAnyCallsStatus,
  waitForCalls,
} from '@foyer/core/calls'
import type { WalletChoice } from './account.js'
import type { EvmCall, TransactionReceipt } from './family.js'

export interface SendCallsParameters extends WalletChoice, Purposeful {
  readonly calls: NonEmpty<EvmCall>
  /** All of them take effect or none does: a wallet that can't guarantee that refuses. False by default. */
  readonly atomicRequired?: boolean | undefined
  /** By name, such as `paymasterService: { url, optional: true }` (ERC-7677). A wallet without one of them refuses, unless it is `optional`. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
  /** Names the batch; the wallet chooses unless said. */
  readonly id?: string | undefined
}

export interface SendCallsReturn {
  readonly id: string
  /** The wallet's answer about the capabilities, as it is. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Has the visitor send several calls (`wallet_sendCalls`, EIP-5792, versions 2.0.0 and 1.0); by a wallet that takes no batches one at a time, each once the one before
 * has taken effect, up to the first that fails. Each is asked for once and never again.
 *
 * @throws as `sendTransaction` · WalletCapabilityError (5700 to 5760) · CallsStoppedError where they were sent one at a time and some took effect: its `calls` say what became of each
 * @see EIP-5792
 * @example
 * const { id } = await sendCalls(foyer, { calls: [{ to: token, data: approval }, { to: router, data: swap }], atomicRequired: true })
 * const { status } = await waitForCallsStatus(foyer, { id })
 */
export function sendCalls(foyer: Foyer, parameters: SendCallsParameters): Promise<SendCallsReturn> {
  return sendAnyCalls<'eip155'>(foyer, { ...parameters, family: 'eip155' })
}

export interface CallsStatusParameters extends WalletChoice {
  readonly id: string
}

/** Where a batch stands (EIP-5792). */
export interface GetCallsStatusReturn
  extends Pick<CallsStatus, 'id' | 'networkId' | 'status' | 'statusCode' | 'atomic'> {
  /** One for all, or one a transaction; none while none is in a block. */
  readonly receipts: readonly TransactionReceipt[]
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Reads where a batch of calls stands (`wallet_getCallsStatus`, EIP-5792): 100 pending, 200 done, 400 never sent, 500 reverted, 600 reverted in part. Of calls that were
 * sent one at a time the chain says it.
 *
 * @throws NamespaceNotConfiguredError where its wallet isn't connected · WalletCapabilityError where the wallet doesn't know it (5730) · WalletAnswerError · AbortedError · RequestTimeoutError ·
 * ChunkLoadError
 * @see EIP-5792
 * @example
 * const { status, statusCode, receipts } = await getCallsStatus(foyer, { id })
 */
export function getCallsStatus(foyer: Foyer, parameters: CallsStatusParameters): Promise<GetCallsStatusReturn> {
  return callsStatus<'eip155'>(foyer, { ...parameters, family: 'eip155' })
}

export interface WaitForCallsStatusParameters extends CallsStatusParameters {
  /** How long to wait, in milliseconds; 3 minutes by default. */
  readonly timeoutMs?: number | undefined
}

/**
 * Waits until a batch of calls has ended, whichever way.
 *
 * @throws as {@link getCallsStatus} · RequestTimeoutError where it hasn't ended in time; its wallet may still carry it out
 * @example
 * const { status, receipts } = await waitForCallsStatus(foyer, { id })
 */
export function waitForCallsStatus(
  foyer: Foyer,
  parameters: WaitForCallsStatusParameters,
): Promise<GetCallsStatusReturn> {
  return waitForCalls<'eip155'>(foyer, { ...parameters, family: 'eip155' })
}

/**
 * Has the wallet show the visitor where a batch stands (`wallet_showCallsStatus`, EIP-5792).
 *
 * @throws as {@link getCallsStatus} · ActionUnsupportedError for calls that were sent one at a time · UnsupportedMethodError
 * @example
 * await showCallsStatus(foyer, { id })
 */
export function showCallsStatus(foyer: Foyer, parameters: CallsStatusParameters): Promise<void> {
  return showAnyCallsStatus<'eip155'>(foyer, { ...parameters, family: 'eip155' })
}
