import type { Family } from '../chain/ids.js'
import { type Purposeful, type WalletChoice, walletOf } from '../connection/reach.js'
import type { CallsRequest, SentCalls } from '../connector/calls.js'
import type { CallOf } from '../connector/family.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import { CallsStoppedError } from '../errors/calls.js'
import { FoyerError } from '../errors/FoyerError.js'
import { InvalidOptionError } from '../errors/options.js'
import { WalletCapabilityError } from '../errors/wallet.js'
import type { Foyer } from '../foyer.js'
import { type AttemptId, type AttemptReporter, freeSubject } from '../state/attempt.js'
import type { Batch, ReadOfBatch } from './batch.js'
import { sendOneByOne } from './oneByOne.js'

export interface SendCallsParameters<F extends Family = Family>
  extends WalletChoice<F>,
    Purposeful,
    CallsRequest<CallOf<F>>,
    ReadOfBatch {}

/**
 * Has the visitor send several calls of contracts or programs: at once where the wallet takes batches (EVM: EIP-5792, in its versions 2.0.0 and 1.0), else one at a
 * time, each once the one before has taken effect, up to the first that fails. Each is asked for once and never again. What was sent is followed until its end.
 * With `features.preview` the visitor reads first what they come to, and may say no.
 *
 * @returns once the wallet has taken the batch; one at a time, once the last call was sent
 * @throws as `sendCall` · CallsStoppedError where they were sent one at a time and some took effect: its `calls` say what became of each · WalletCapabilityError where
 * they must be one and can't (5760), a capability is asked for that the wallet hasn't (5700), the id is taken (5720), or they are too many (5740) · InvalidOptionError without a call
 * @see EIP-5792
 * @example
 * const { id } = await sendCalls(foyer, { family: 'eip155', calls: [approve, deposit], atomicRequired: true })
 * const { status } = await waitForCalls(foyer, { id })
 */
export function sendCalls<F extends Family = Family>(
  foyer: Foyer,
  parameters: SendCallsParameters<F>,
): Promise<SentCalls> {
  return runCalls(foyer, parameters)
}

/** The same, and says by which attempt. @throws as {@link sendCalls} */
export async function runCalls<F extends Family = Family>(
  foyer: Foyer,
  { family, account, networkId, connectorId, signal, purpose, ...request }: SendCallsParameters<F>,
  onBegun?: (attemptId: AttemptId) => void,
): Promise<SentCalls> {
  if (request.calls.length === 0)
    throw new InvalidOptionError({ option: 'calls', given: 'empty', remedy: 'Pass at least one call.' })
  const context = contextOf(foyer)
  const choice = { family, account, networkId, connectorId, signal }
  const [reached, queries] = await Promise.all([walletOf(foyer, choice), context.queries()])
  const { wallet, actions } = reached
  if (!actions.sendCalls && !actions.sendCall)
    throw new ActionUnsupportedError({ action: 'sendCalls', family: wallet.account.namespace })
  if (request.id !== undefined && isTaken(queries.trayOf(context).get(), request.id))
    throw new WalletCapabilityError({ walletCode: 5720 })
  const batch: Batch = { context, queries, reached, request, outcomes: [] }
  let sent: SentCalls | undefined
  const answer = await queries.askToSend(context, {
    attempt: {
      kind: 'batch',
      networkId: wallet.networkId,
      address: wallet.account.address,
      subject: freeSubject(context.store.getState().connection.attempts, 'batch'),
    },
    signal,
    async prepare(reporter) {
      onBegun?.(reporter.id)
      const { calls, atomicRequired } = request
      await queries.previewFirst(context, { ...reached, reporter, asked: { calls, atomicRequired }, purpose })
    },
    async send(reporter) {
      const { hash, ...taken } = (await sendAtOnce(batch, reporter)) ?? (await sendOneByOne(batch, reporter))
      sent = taken
      return { hash }
    },
  })
  if (answer?.status === 'sent' && sent) return sent
  throw stoppedBy(batch, answer?.status === 'failed' ? answer.error : undefined)
}

/** Asks for all at once, and has them followed. @returns undefined where the wallet takes no batches, and has shown nothing */
async function sendAtOnce(
  { context, queries, reached: { wallet, actions }, request: { type = 'execute', swap, ...request } }: Batch,
  { signal }: AttemptReporter,
): Promise<(SentCalls & { readonly hash: string }) | undefined> {
  if (!actions.sendCalls) return undefined
  try {
    const sent = await actions.sendCalls({ wallet, ...request, signal })
    const calls = { id: sent.id, count: request.calls.length }
    queries.trackSent(context, { wallet, actions, sent: { hash: sent.id }, type, swap, calls })
    return { ...sent, hash: sent.id }
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'unsupported_method') return undefined
    throw error
  }
}

const isTaken = (tracked: readonly { readonly calls?: { readonly id: string } | undefined }[], id: string): boolean =>
  tracked.some(({ calls }) => calls?.id === id)

/** Returns the error to throw: with the outcome of each call, where some were sent one at a time. */
function stoppedBy({ outcomes, request }: Batch, error: unknown): unknown {
  const isTold = error instanceof CallsStoppedError || outcomes.every(({ hash }) => hash === undefined)
  return isTold ? error : new CallsStoppedError({ outcomes, count: request.calls.length, cause: error })
}
