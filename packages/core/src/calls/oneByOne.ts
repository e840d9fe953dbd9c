import { ownError } from '../attempt/runAttempt.js'
import type { NetworkId } from '../chain/ids.js'
import type { SentCalls } from '../connector/calls.js'
import { TransactionFailedError, TransactionHeldError } from '../errors/action.js'
import { type CallOutcome, CallsStoppedError } from '../errors/calls.js'
import { NetworkNotConfiguredError } from '../errors/connection.js'
import { RequestTimeoutError, UnsupportedMethodError, WalletCapabilityError } from '../errors/wallet.js'
import type { AttemptReporter } from '../state/attempt.js'
import { roomOf } from '../store/observable.js'
import type { Batch } from './batch.js'

/** More prompts in a row than these aren't read. */
export const mostOneByOne = 20

/** The kit's own batches that are being sent one call at a time. */
class OwnBatches {
  readonly networks = new Map<string, NetworkId>()
}

/** Those of a kit: the network of each, by its id. */
export const ownBatches = (context: Batch['context']): Map<string, NetworkId> =>
  roomOf(context, { Room: OwnBatches, kit: context }).networks

/** Asks for each call once the one before has taken effect, and for none after one that hasn't. @throws CallsStoppedError once one was sent */
export async function sendOneByOne(
  batch: Batch,
  reporter: AttemptReporter,
): Promise<SentCalls & { readonly hash: string }> {
  refuseImpossible(batch)
  const { request, context, reached } = batch
  const id = request.id ?? newId()
  const own = ownBatches(context)
  own.set(id, reached.wallet.networkId)
  try {
    let hash = ''
    for (const number of request.calls.keys()) hash = await sendOne(batch, { reporter, id, number: number + 1 })
    return { id, hash }
  } finally {
    own.delete(id)
  }
}

/** By EIP-5792 the kit is the wallet here, and refuses as one. */
function refuseImpossible({ request, reached: { wallet, actions } }: Batch): void {
  const { calls, atomicRequired, capabilities = {} } = request
  if (!actions.sendCall) throw new UnsupportedMethodError()
  if (atomicRequired && calls.length > 1) throw new WalletCapabilityError({ walletCode: 5760 })
  const isOptional = (value: unknown) => typeof value === 'object' && value !== null && Reflect.get(value, 'optional')
  const required = Object.entries(capabilities).find(([, value]) => isOptional(value) !== true)
  if (required) throw new WalletCapabilityError({ walletCode: 5700, context: { capability: required[0] } })
  if (calls.length > mostOneByOne) throw new WalletCapabilityError({ walletCode: 5740 })
  // What can't be followed can't be waited for.
  if (!wallet.network) throw new NetworkNotConfiguredError({ networkId: wallet.networkId, configured: [] })
}

interface OneCall {
  readonly reporter: AttemptReporter
  readonly id: string
  /** From 1. */
  readonly number: number
}

/** @returns its hash: of the last one once it was sent, of any other once it has taken effect */
async function sendOne(batch: Batch, { reporter, id, number }: OneCall): Promise<string> {
  const { context, queries, reached, request, outcomes } = batch
  const count = request.calls.length
  const call = request.calls[number - 1]
  const { wallet, actions } = reached
  const now = (outcome: CallOutcome) => {
    outcomes[number - 1] = outcome
  }
  try {
    reporter.signal.throwIfAborted()
    reporter.step({ type: 'call', number, count })
    now({ status: 'unclear' })
    const sent = await actions.sendCall?.({ wallet, call, signal: reporter.signal })
    if (!sent) throw new UnsupportedMethodError()
    const { hash } = sent
    now({ status: 'pending', hash })
    const [type, transfer] = [request.type ?? 'execute', actions.transferIn?.(call)]
    const swap = number === count ? request.swap : undefined
    queries.trackSent(context, { wallet, actions, sent, type, transfer, swap, calls: { id, count, number } })
    if (number === count) return hash
    reporter.step({ type: 'call', number, count, hash })
    const { networkId } = wallet
    const { status } = (await queries.trayOf(context).ended({ networkId, hash, signal: reporter.signal })) ?? {}
    if (status === undefined || status === 'pending') throw new RequestTimeoutError()
    if (status === 'held') throw new TransactionHeldError({ hash })
    now({ status: status === 'mined' ? 'success' : 'failed', hash })
    if (status !== 'mined') throw new TransactionFailedError({ hash, status })
    return hash
  } catch (cause) {
    const error = ownError(cause)
    if (outcomes[number - 1]?.status === 'unclear' && !queries.mayHaveBeenSent(error)) now({ status: 'refused' })
    const wasSent = outcomes.some(({ hash }) => hash !== undefined)
    throw wasSent ? new CallsStoppedError({ outcomes, count, cause: error }) : error
  }
}

/** As EIP-5792 has a wallet name a batch: 32 bytes. */
const newId = (): string =>
  `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
