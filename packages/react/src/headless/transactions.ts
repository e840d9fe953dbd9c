import { accountOf, type NetworkId, networkIdOf, type ReplacementKind } from '@foyer/core'
import { capabilities } from '@foyer/core/actions'
import { type Amount, displayExact } from '@foyer/core/chain'
import { contextOf, isSent, type SentReceipt, sentReceipt } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import {
  createReplacing,
  type ReplacingPhase,
  type TrackedTransaction,
  watchTransactions,
} from '@foyer/core/transactions'
import { useCallback, useMemo } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import { useWatched } from '../useWatched.js'
import type { OfFamily } from './account.js'
import { useFoyerTokens } from './tokens.js'

export interface Transactions {
  /** Sent by the chosen account on its network through this kit, newest first; at most 99. */
  readonly transactions: readonly TrackedTransaction[]
  /** Those that were sent and are in no block yet. What an account holds until its owners have signed (`held`) is none of them. */
  readonly pending: readonly TrackedTransaction[]
  /** Pending ones can be sped up and cancelled: see {@link useFoyerReplaceTransaction}. */
  readonly canReplace: boolean
}

/**
 * Reads the transactions sent through the kit, with their outcomes; they survive reloads.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S9.24
 * @example
 * const { pending } = useFoyerTransactions()
 * return pending.length > 0 ? <p>{pending.length} in progress</p> : null
 */
export function useFoyerTransactions({ family }: OfFamily = {}): Transactions {
  const all = useTracked()
  const { address, networkId } = useSelect((state) => ({
    address: accountOf(state, family).address,
    networkId: networkIdOf(state, family),
  }))
  const own = useMemo(
    () => ({
      transactions: all.filter((each) => each.networkId === networkId && each.address === address),
      pending: all.filter(
        (each) => each.networkId === networkId && each.address === address && each.status === 'pending',
      ),
    }),
    [all, networkId, address],
  )
  const canReplace = useCanReplace({ isNeeded: own.pending.length > 0, address, networkId })
  return useMemo(() => ({ ...own, canReplace }), [own, canReplace])
}

const none: readonly TrackedTransaction[] = []

/** Those of all accounts and networks. */
export function useTracked(): readonly TrackedTransaction[] {
  const { foyer } = useKit()
  const watch = useCallback(
    (emit: (all: readonly TrackedTransaction[]) => void) => watchTransactions(foyer, emit),
    [foyer],
  )
  return useWatched({ initial: none, watch })
}

/** Asks the wallet what it can do, once something is pending. */
function useCanReplace({
  isNeeded,
  address,
  networkId,
}: {
  readonly isNeeded: boolean
  readonly address: string | undefined
  /** The transaction's network. */
  readonly networkId: NetworkId | undefined
}): boolean {
  const { foyer } = useKit()
  const watch = useCallback(
    (emit: (can: boolean) => void) => {
      if (!isNeeded || address === undefined || networkId === undefined) return () => {}
      const controller = new AbortController()
      const { signal } = controller
      capabilities(foyer, { account: address, networkId, signal }).then(
        ({ replaceTransaction }) => signal.aborted || emit(replaceTransaction),
        // A wallet that doesn't say isn't offered what it may not have.
        (error: unknown) => signal.aborted || contextOf(foyer).report(error),
      )
      return () => controller.abort()
    },
    [foyer, isNeeded, address, networkId],
  )
  return useWatched({ initial: false, watch })
}

export interface ReplaceTransactionOptions {
  /** The transaction's network. */
  readonly networkId: NetworkId
  /** The pending transaction's own. */
  readonly hash: string
  /** The same with a higher fee, or nothing in its place. */
  readonly kind: ReplacementKind
}

export interface ReplaceTransaction {
  /** The phase of the replacing. */
  readonly phase: ReplacingPhase
  /** A failure's own sentence, by key: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /** The terms of the request to the wallet; undefined until it is prepared. */
  readonly terms: ReplacementTerms | undefined
  /** Asks the wallet, once. */
  readonly send: () => void
  /** Asks the chain anew what it takes. */
  readonly prepare: () => void
}

/** The terms that are shown before the wallet is asked. */
export interface ReplacementTerms {
  /** The most that either can cost, such as `0.000021 ETH`. */
  readonly formerFee: string
  readonly fee: string
  /** The wallet has to show the same number; undefined where the family numbers none. */
  readonly nonce: number | undefined
}

/**
 * Speeds a pending transaction up, or cancels it: another one takes its place, whose terms are shown before the wallet is asked.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { terms, phase, send } = useFoyerReplaceTransaction({ networkId, hash, kind: 'speedUp' })
 * return terms ? <button onClick={send}>Speed up for at most {terms.fee}</button> : null
 */
export function useFoyerReplaceTransaction({ networkId, hash, kind }: ReplaceTransactionOptions): ReplaceTransaction {
  const { foyer } = useKit()
  const form = useMemo(() => createReplacing(foyer, { networkId, hash, kind }), [foyer, networkId, hash, kind])
  const { phase, notice, replacement } = useObservable(form)
  const coin = useSelect(
    ({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.nativeCurrency,
  )
  const terms = useMemo(() => {
    if (!replacement || !coin) return undefined
    const { formerFee, fee, nonce } = replacement
    const text = (value: bigint) => feeText({ value, ...coin, locale: foyer.options.locale.tag })
    return { formerFee: text(formerFee), fee: text(fee), nonce }
  }, [replacement, coin, foyer])
  return { phase, notice, terms, send: form.send, prepare: form.prepare }
}

/** A fee is often less than the three decimals of an amount: four digits that aren't zeros, rounded up, as it is the most that it can be. */
function feeText({ value, decimals, ...shown }: Amount & { readonly symbol: string; readonly locale: string }): string {
  const cut = 10n ** BigInt(Math.max(0, value.toString().length - 4))
  const most = ((value + cut - 1n) / cut) * cut
  return displayExact({ amount: { value: most, decimals }, ...shown })
}

/** Follows a transaction that was sent here to its end. */
export function useReceipt(sent: {
  readonly networkId: NetworkId | undefined
  readonly hash: string | undefined
}): SentReceipt {
  const { foyer } = useKit()
  const tracked = useTracked().find((each) => isSent(each, sent))
  const { tokens } = useFoyerTokens()
  const network = useSelect(({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === sent.networkId))
  const price = tokens.find(({ address }) => address === undefined)?.price
  return sentReceipt({ sent: sent.hash, tracked, network, price, locale: foyer.options.locale.tag })
}
