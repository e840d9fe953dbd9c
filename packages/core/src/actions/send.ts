import type { ReadOfBatch } from '../calls/batch.js'
import type { Family, NetworkId } from '../chain/ids.js'
import {
  type AccountChoice,
  accountFor,
  actionsOf,
  familyOf,
  networkFor,
  type Purposeful,
  type ReachedWallet,
  type WalletChoice,
  walletOf,
} from '../connection/reach.js'
import type { CallsRequest } from '../connector/calls.js'
import type {
  Approval,
  Asset,
  CallOf,
  DecodedCall,
  FamilyActions,
  FeeEstimate,
  ReceiptOf,
  SentTransaction,
  Transfer,
  WaitOptions,
  Work,
} from '../connector/family.js'
import { contextOf, type Queries } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import { AbortedError } from '../errors/connection.js'
import { UnsupportedMethodError } from '../errors/wallet.js'
import type { Foyer } from '../foyer.js'
import { freeSubject, type PreviewedRequest } from '../state/attempt.js'
import { accountOf } from '../state/selectors.js'

export interface SendTransferParameters<F extends Family = Family> extends WalletChoice<F>, Purposeful {
  readonly to: string
  /** The network's own coin by default. */
  readonly asset?: Asset | undefined
  /** In the asset's smallest unit. */
  readonly amount: bigint
}

/**
 * Has the visitor send a coin, a token or an NFT in the wallet. It is asked for once and never again; when it is mined, the network's balances are asked anew. With
 * `features.preview` the visitor reads first what it does, and may say no.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · ActionUnsupportedError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError,
 * and what the family says of a wrong address, amount or network
 * @example
 * const { hash } = await sendTransfer(foyer, { to, amount: 10n ** 17n })
 * const { status } = await waitForTransaction(foyer, { hash })
 */
export async function sendTransfer<F extends Family = Family>(
  foyer: Foyer,
  { to, asset = { type: 'coin' }, amount, ...choice }: SendTransferParameters<F>,
): Promise<SentTransaction> {
  return askedFirst(foyer, choice, { asked: { transfer: { to, asset, amount } } })
}

export interface SendCallParameters<F extends Family = Family> extends WalletChoice<F>, Purposeful, ReadOfBatch {
  /** Of the family's own kind. */
  readonly call: CallOf<F>
}

/**
 * Has the visitor send a call of a contract or program in the wallet; else as {@link sendTransfer}.
 *
 * @throws as {@link sendTransfer}
 * @example
 * const { hash } = await sendCall(foyer, { family: 'eip155', call: { to, data } })
 */
export async function sendCall<F extends Family = Family>(
  foyer: Foyer,
  { call, type, swap, ...choice }: SendCallParameters<F>,
): Promise<SentTransaction> {
  return askedFirst(foyer, choice, { asked: { call }, type, swap })
}

/** A request to send something, and its description in the activity. */
interface SendRequest extends ReadOfBatch {
  readonly asked: Work | { readonly approval: Approval } | Pick<CallsRequest, 'calls' | 'atomicRequired'>
}

/** What a visitor has reviewed: the same request is shown in words, estimated, and asked for. */
export interface ReviewedRequest extends SendRequest, Omit<PreviewedRequest, 'asked' | 'purpose'> {
  /** Of several connections of the family, the one by this connector. */
  readonly connectorId?: string | undefined
}

/** Has the wallet send what was reviewed, as a step of an attempt. Calls are one there, or refused. @throws as {@link sendCall} */
export async function sendReviewed(
  foyer: Foyer,
  { address: account, asked, type, swap, ...choice }: ReviewedRequest,
  signal: AbortSignal,
): Promise<SentTransaction> {
  const asking = await reached(foyer, { ...choice, account, signal })
  return followed(asking, await ask(asking, { asked, type, swap }))
}

async function ask({ wallet, actions, signal }: Asking, { asked, type, swap }: SendRequest): Promise<Sent> {
  const { namespace } = wallet.account
  if ('transfer' in asked) {
    const { transfer } = asked
    if (!actions.sendTransfer) throw absent('sendTransfer', namespace)
    return { wallet, actions, sent: await actions.sendTransfer({ wallet, transfer, signal }), type: 'send', transfer }
  }
  if ('calls' in asked) {
    if (!actions.sendCalls) throw new UnsupportedMethodError()
    const { id: hash } = await actions.sendCalls({ wallet, ...asked, signal })
    const calls = { id: hash, count: asked.calls.length }
    return { wallet, actions, sent: { hash }, type: type ?? 'execute', swap, calls }
  }
  const { call } = 'call' in asked ? asked : revocationBy(actions, { ...asked, family: namespace })
  if (!actions.sendCall) throw absent('sendCall', namespace)
  const sent = await actions.sendCall({ wallet, call, signal })
  const transfer = actions.transferIn?.(call)
  return { wallet, actions, sent, type: type ?? (transfer ? 'send' : 'execute'), transfer, swap }
}

/** A transaction that a wallet has sent, as it is remembered. */
type Sent = Parameters<Queries['trackSent']>[1]

/** Remembers what was sent, and follows it until its end. */
function followed({ track }: Pick<Asking, 'track'>, sent: Sent): SentTransaction {
  track(sent)
  return sent.sent
}

/** The parts needed to ask a wallet, and to follow what it sends: all is there before the wallet is asked, so that nothing it sends goes unnoticed. */
interface Asking extends ReachedWallet {
  readonly signal: AbortSignal | undefined
  readonly track: (sent: Sent) => void
}

async function reached<F extends Family>(
  foyer: Foyer,
  choice: WalletChoice<F>,
): Promise<Asking & { readonly queries: Queries }> {
  const context = contextOf(foyer)
  const [wallet, queries] = await Promise.all([walletOf(foyer, choice), context.queries()])
  return { ...wallet, queries, signal: choice.signal, track: (sent) => queries.trackSent(context, sent) }
}

/** Asks the wallet for what the host's own code wants; where it is to be shown first, that is an attempt. */
async function askedFirst<F extends Family>(
  foyer: Foyer,
  { purpose, ...choice }: WalletChoice<F> & Purposeful,
  request: SendRequest,
): Promise<SentTransaction> {
  const context = contextOf(foyer)
  const asking = await reached(foyer, choice)
  const { queries, wallet, connectorId } = asking
  if (!queries.isPreviewed(context, connectorId)) return followed(asking, await ask(asking, request))
  let sent: SentTransaction | undefined
  const answer = await queries.askToSend(context, {
    attempt: {
      ...{ kind: 'call', networkId: wallet.networkId, address: wallet.account.address },
      subject: freeSubject(context.store.getState().connection.attempts, 'call'),
    },
    signal: choice.signal,
    prepare: (reporter) =>
      queries.previewFirst(context, { reporter, asked: request.asked, wallet, connectorId, purpose }),
    async send({ signal }) {
      sent = followed(asking, await ask({ ...asking, signal }, request))
      return sent
    },
  })
  if (answer?.status === 'sent' && sent) return sent
  throw answer?.status === 'failed' ? answer.error : new AbortedError()
}

export type EstimateFeeParameters<F extends Family = Family> = AccountChoice<F> &
  (({ readonly asset?: Asset | undefined } & Omit<Transfer, 'asset'>) | { readonly call: CallOf<F> })

/**
 * Estimates the cost of sending, and the most of the coin that can be sent beside the fee. Calls only the chain.
 *
 * @throws ActionUnsupportedError · NetworkUndefinedError · NetworkOrAddressUndefinedError · what the chain says where it would fail · AbortedError · ChunkLoadError
 * @example
 * const { value, maxAmount } = await estimateFee(foyer, { to, amount: 1n })
 */
export async function estimateFee<F extends Family = Family>(
  foyer: Foyer,
  parameters: EstimateFeeParameters<F>,
): Promise<FeeEstimate> {
  if ('call' in parameters) return estimated(foyer, parameters, { call: parameters.call })
  const { to, amount, asset = { type: 'coin' } } = parameters
  return estimated(foyer, parameters, { transfer: { to, amount, asset } })
}

/** Estimates the cost of what is reviewed; of several calls that of the first, as no other can be carried out before. @throws as {@link estimateFee} */
export function estimateReviewed(
  foyer: Foyer,
  { address: account, asked, networkId }: ReviewedRequest,
  signal?: AbortSignal,
): Promise<FeeEstimate> {
  return estimated(foyer, { networkId, account, signal }, 'calls' in asked ? { call: asked.calls[0] } : asked)
}

async function estimated(
  foyer: Foyer,
  choice: AccountChoice,
  asked: Work | { readonly approval: Approval },
): Promise<FeeEstimate> {
  const { address, network } = accountFor(foyer, choice)
  const { chainNamespace: family } = network
  const actions = await actionsOf(contextOf(foyer), family)
  if (!actions.estimateFee) throw absent('estimateFee', family)
  const work = 'approval' in asked ? { call: revocationBy(actions, { ...asked, family }).call } : asked
  return actions.estimateFee({ address, network, work, signal: choice.signal })
}

export interface WaitForTransactionParameters<F extends Family = Family> extends WaitOptions {
  readonly family?: F | undefined
  /** CAIP-2, a configured network; the active one by default. */
  readonly networkId?: NetworkId | undefined
  readonly hash: string
}

/**
 * Waits until a transaction is in a block, also when the visitor replaces it in the wallet meanwhile, or when the chosen account is a contract that carries it out under another hash. The network's balances are asked anew then.
 *
 * @throws ActionUnsupportedError · NetworkUndefinedError · RequestTimeoutError · AbortedError · ChunkLoadError, and what the family says of one that was dropped
 * @example
 * const { status } = await waitForTransaction(foyer, { hash, signal })
 */
export async function waitForTransaction<F extends Family = Family>(
  foyer: Foyer,
  { family, networkId, ...waiting }: WaitForTransactionParameters<F>,
): Promise<ReceiptOf<F>> {
  const network = networkFor(foyer, { family, networkId })
  const actions = await actionsOf<F>(contextOf(foyer), network.chainNamespace)
  if (!actions.waitForTransaction) throw absent('waitForTransaction', network.chainNamespace)
  const { address: sender } = accountOf(foyer.store.getState(), network.chainNamespace)
  const mined = await actions.waitForTransaction({ ...waiting, network, sender })
  const context = contextOf(foyer)
  const changed = context.queries().then(({ trayOf }) => trayOf(context).changed(network.caipNetworkId))
  changed.catch(context.report)
  return mined
}

const absent = (action: string, family: Family) => new ActionUnsupportedError({ action, family })

export interface ApprovalChoice<F extends Family = Family> extends WalletChoice<F> {
  readonly approval: Approval
}

/**
 * Decodes the call that {@link revokeApproval} will have the wallet sign, from its bytes, to be shown before.
 *
 * @throws ActionUnsupportedError · AdapterNotFoundError · ChunkLoadError, and what the family says of an approval that is none
 * @example
 * const { contract, method, inputs } = await revocationOf(foyer, { approval, networkId })
 */
export async function revocationOf<F extends Family = Family>(
  foyer: Foyer,
  { approval, ...choice }: ApprovalChoice<F>,
): Promise<DecodedCall> {
  const family = familyOf(foyer, choice)
  return revocationBy(await actionsOf(contextOf(foyer), family), { approval, family }).decoded
}

function revocationBy(
  { revocation }: FamilyActions,
  { approval, family }: { readonly approval: Approval; readonly family: Family },
) {
  if (!revocation) throw absent('revokeApproval', family)
  return revocation({ approval })
}

/**
 * Estimates the cost of {@link revokeApproval}. Calls only the chain.
 *
 * @throws as {@link revocationOf}, and as `estimateFee`
 * @example
 * const { value, decimals, symbol } = await estimateRevocation(foyer, { approval, networkId })
 */
export async function estimateRevocation<F extends Family = Family>(
  foyer: Foyer,
  { approval, ...choice }: ApprovalChoice<F>,
): Promise<FeeEstimate> {
  return estimated(foyer, choice, { approval })
}

/**
 * Has the visitor take an approval back in the wallet: nothing is left of it once the transaction is mined. It is asked for once and never again.
 *
 * @throws as {@link revocationOf}, and as `sendCall`
 * @example
 * const { hash } = await revokeApproval(foyer, { approval, networkId })
 * await waitForTransaction(foyer, { hash, networkId })
 */
export async function revokeApproval<F extends Family = Family>(
  foyer: Foyer,
  { approval, ...choice }: ApprovalChoice<F>,
): Promise<SentTransaction> {
  return askedFirst(foyer, choice, { asked: { approval } })
}
