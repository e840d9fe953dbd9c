import { actionsOf, networkFor, walletOf } from '../actions/reach.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Replacement, ReplacementKind, SentTransaction } from '../connector/family.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import { trayOf } from './tray.js'

export interface PrepareReplacementParameters {
  readonly networkId: NetworkId
  /** The pending transaction's. */
  readonly hash: string
  readonly kind: ReplacementKind
  readonly signal?: AbortSignal | undefined
}

export async function prepareReplacement(
  foyer: Foyer,
  { networkId, hash, kind, signal }: PrepareReplacementParameters,
): Promise<Replacement | undefined> {
  const network = networkFor(foyer, { networkId })
  const actions = await actionsOf(contextOf(foyer), network.chainNamespace)
  if (!actions.prepareReplacement) throw absent(network.chainNamespace)
  return actions.prepareReplacement({ network, hash, kind, signal })
}

export interface ReplaceTransactionParameters {
  readonly networkId: NetworkId
  readonly replacement: Replacement
  readonly signal?: AbortSignal | undefined
}

export async function replaceTransaction(
  foyer: Foyer,
  { networkId, replacement, signal }: ReplaceTransactionParameters,
): Promise<SentTransaction> {
  const { wallet, actions } = await walletOf(foyer, { networkId, account: replacement.address })
  if (!actions.replaceTransaction) throw absent(wallet.account.namespace)
  const sent = await actions.replaceTransaction({ wallet, replacement, signal })
  trayOf(contextOf(foyer)).replaced({ replacement, networkId, hash: sent.hash })
  return sent
}

const absent = (family: Family) => new ActionUnsupportedError({ action: 'replaceTransaction', family })
