import {
  answerList,
  contextOf,
  directoryList,
  type KeptAnswer,
  searchedWallets,
  type WalletAnswer,
  type WalletList,
  type WalletQuestion,
} from '@foyer/core/internal'
import { installedFirst, loadNextPage, preloadWalletImages, shortestSearch } from '@foyer/core/wallets'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useFoyer } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import { useDirectory } from './connectRows.js'

export type { WalletList, WalletQuestion } from '@foyer/core/internal'

/** The time without typing before the directory is asked. */
const debounceMs = 500

/**
 * Every wallet of the operator's directory by pages, installed ones first, or those that the visitor looks for. The directory is asked once typing has
 * rested for 500 ms.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S2.3
 * @example
 * const { wallets, more } = useFoyerWallets({ search })
 */
export function useFoyerWallets({ search = '', certified = false }: Partial<WalletQuestion> = {}): WalletList {
  return useWalletList(useAsked({ search, certified }))
}

/** A question once typing has rested; undefined where all wallets are wanted. */
export function useAsked({ search: typed, certified }: WalletQuestion): WalletQuestion | undefined {
  const { clock } = contextOf(useFoyer())
  const letters = typed.trim()
  const wanted = letters.length < shortestSearch ? '' : letters
  const [settled, setSettled] = useState(wanted)
  // All of them are there at once.
  if (wanted === '' && settled !== '') setSettled('')
  useEffect(() => {
    if (wanted === settled) return
    return clock.setTimeout(() => setSettled(wanted), debounceMs)
  }, [wanted, settled, clock])
  const search = wanted && settled
  return search || certified ? { search, certified } : undefined
}

/** The answer to a question, or the whole list. */
export function useWalletList(question: WalletQuestion | undefined, kept: KeptAnswer = {}): WalletList {
  const listed = useWalletPages()
  const answer = useWalletSearch(question ?? {}, kept)
  return answer ? answerList(answer) : listed
}

/** Asks the directory; a newer question takes the place of the former. */
function useWalletSearch(
  { search, certified }: Partial<WalletQuestion>,
  { found, onFound }: KeptAnswer,
): WalletAnswer | undefined {
  const foyer = useFoyer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found counts when the question is first asked
  const source = useMemo(
    () =>
      search === undefined
        ? noAnswer
        : searchedWallets(foyer, { search, certified: certified === true, found, onFound }),
    [foyer, search, certified],
  )
  return useObservable<WalletAnswer | undefined>(source)
}

const noAnswer = { get: () => undefined, subscribe: () => () => {} }

/** The whole list, as far as it has been asked for: those that stand first, then page by page; installed ones before all. */
function useWalletPages(): WalletList {
  const foyer = useFoyer()
  const { status, featured, recommended, listed, count, hasMore } = useDirectory()
  const connectors = useSelect((state) => state.connectors)
  const wallets = useMemo(() => {
    const once = new Map([...featured, ...recommended, ...listed].map((wallet) => [wallet.id, wallet]))
    return installedFirst([...once.values()], connectors)
  }, [featured, recommended, listed, connectors])
  const more = useCallback(() => void loadNextPage(foyer).catch(contextOf(foyer).report), [foyer])

  const begins = status === 'ready' && listed.length === 0 && hasMore
  useEffect(() => {
    if (begins) more()
  }, [begins, more])
  const arrived = listed.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first ones, once
  useEffect(() => {
    if (arrived) void preloadWalletImages(foyer, wallets)
  }, [foyer, arrived])

  return useMemo(
    () => directoryList({ status, hasMore, count, hasListed: arrived, wallets, more }),
    [status, hasMore, count, arrived, wallets, more],
  )
}
