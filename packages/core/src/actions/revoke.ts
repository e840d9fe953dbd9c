import type { Family } from '../chain/ids.js'
import type { Approval, DecodedCall, FeeEstimate, SentTransaction } from '../connector/family.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import { accountFor, actionsOf, familyOf, type WalletChoice, walletOf } from './reach.js'
import { sendCall } from './send.js'

export interface ApprovalChoice<F extends Family = Family> extends WalletChoice<F> {
  readonly approval: Approval
}

/**
 * What {@link revokeApproval} will have the wallet sign, read from the bytes themselves, to be shown before.
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
  const { revocation } = await actionsOf(contextOf(foyer), family)
  if (!revocation) throw new ActionUnsupportedError({ action: 'revokeApproval', family })
  return revocation({ approval }).decoded
}

/**
 * What {@link revokeApproval} would cost. Calls only the chain.
 *
 * @throws as {@link revocationOf}, and as `estimateFee`
 * @example
 * const { value, decimals, symbol } = await estimateRevocation(foyer, { approval, networkId })
 */
export async function estimateRevocation<F extends Family = Family>(
  foyer: Foyer,
  { approval, ...choice }: ApprovalChoice<F>,
): Promise<FeeEstimate> {
  const { address, network } = accountFor(foyer, choice)
  const { chainNamespace: family } = network
  const { revocation, estimateFee } = await actionsOf(contextOf(foyer), family)
  if (!revocation || !estimateFee) throw new ActionUnsupportedError({ action: 'estimateRevocation', family })
  return estimateFee({ address, network, work: { call: revocation({ approval }).call }, signal: choice.signal })
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
  const { actions, wallet } = await walletOf(foyer, choice)
  if (!actions.revocation)
    throw new ActionUnsupportedError({ action: 'revokeApproval', family: wallet.account.namespace })
  const { call } = actions.revocation({ approval })
  return sendCall(foyer, { ...choice, call })
}
