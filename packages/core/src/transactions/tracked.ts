import { actionsOf, networkFor, walletOf } from '../actions/reach.js'
import type { Family, NetworkId } from '../chain/ids.js'
import type { Replacement, ReplacementKind, SentTransaction } from '../connector/family.js'
import { contextOf } from '../context.js'
import { ActionUnsupportedError } from '../errors/action.js'
import type { Foyer } from '../foyer.js'
import { whenLoaded } from '../loading/whenLoaded.js'
import type { TrackedTransaction } from './trackedTransaction.js'

/**
 * Follows the transactions that were sent through the kit, of all accounts and networks, newest first: at most 99, kept between visits.
 *
 * @returns stops
 * @see S9.24
 * @example
 * const stop = watchTransactions(foyer, (transactions) => console.log(transactions.filter(({ status }) => status === 'pending').length))
 */
export function watchTransactions(
  foyer: Foyer,
  listener: (transactions: readonly TrackedTransaction[]) => void,
): () => void {
  return whenLoaded(foyer, {
    start({ trayOf }) {
      const tray = trayOf(contextOf(foyer))
      const stop = tray.subscribe(() => listener(tray.get()))
      listener(tray.get())
      return stop
    },
  })
}

export interface PrepareReplacementParameters {
  readonly networkId: NetworkId
  /** The pending transaction's, or that of the last in its place. */
  readonly hash: string
  readonly kind: ReplacementKind
  readonly signal?: AbortSignal | undefined
}

/**
 * What would speed up or cancel a pending transaction, and what that can cost. Asks the chain, never the wallet.
 *
 * @returns undefined where the transaction is pending no more
 * @throws ActionUnsupportedError · NetworkNotConfiguredError · AbortedError · ChunkLoadError, and what the chain's nodes throw
 * @example
 * const replacement = await prepareReplacement(foyer, { networkId, hash, kind: 'cancel' })
 */
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

/**
 * Has the visitor send, in the wallet, what was prepared. It is asked for once and never again.
 *
 * @throws NamespaceNotConfiguredError · AccountNotConnectedError · ActionUnsupportedError · UserRejectedError · WalletAnswerError · RequestTimeoutError · AbortedError · ChunkLoadError,
 * and what the family says where the transaction is pending no more
 * @example
 * if (replacement) await replaceTransaction(foyer, { networkId, replacement })
 */
export async function replaceTransaction(
  foyer: Foyer,
  { networkId, replacement, signal }: ReplaceTransactionParameters,
): Promise<SentTransaction> {
  const { wallet, actions } = await walletOf(foyer, { networkId, account: replacement.address })
  if (!actions.replaceTransaction) throw absent(wallet.account.namespace)
  const { trayOf } = await contextOf(foyer).queries()
  const sent = await actions.replaceTransaction({ wallet, replacement, signal })
  trayOf(contextOf(foyer)).replaced({ replacement, networkId, hash: sent.hash })
  return sent
}

const absent = (family: Family) => new ActionUnsupportedError({ action: 'replaceTransaction', family })
