import type { Replacement, SentTransaction } from '../connector/family.js'
import { contextOf, whenLoaded } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { PrepareReplacementParameters, ReplaceTransactionParameters } from './replace.js'
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
  parameters: PrepareReplacementParameters,
): Promise<Replacement | undefined> {
  const { prepareReplacement: prepare } = await contextOf(foyer).queries()
  return prepare(foyer, parameters)
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
  parameters: ReplaceTransactionParameters,
): Promise<SentTransaction> {
  const { replaceTransaction: replace } = await contextOf(foyer).queries()
  return replace(foyer, parameters)
}
