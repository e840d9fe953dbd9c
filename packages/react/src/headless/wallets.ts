import { AbortedError } from '@foyer/core/errors'
import { contextOf, type ObservableValue, observable } from '@foyer/core/internal'
import {
  installedFirst,
  type ListedWallet,
  loadNextPage,
  preloadWalletImages,
  searchWallets,
  shortestSearch,
} from '@foyer/core/wallets'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useFoyer } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import { useDirectory } from './directory.js'

/** How long typing must rest before the directory is asked. */
const debounceMs = 500

/** Outlines before the first wallets are there, and after those that are. */
const outlines = { first: 16, further: 8 } as const

/** A list of wallets as far as it has come. */
export interface WalletList {
  /** What was found. */
  readonly wallets: readonly ListedWallet[]
  /** How many there are in all. */
  readonly total: number
  /** Where the search stands. */
  readonly phase: 'loading' | 'found' | 'none' | 'failed'
  /** How many outlines say that more is on its way. */
  readonly coming: number
  /** Asks for the next page: the end of the list is in sight. */
  readonly more: () => void
  /** Where some didn't come. */
  readonly retry: (() => void) | undefined
}

/** What the visitor wants of the directory. */
export interface WalletQuestion {
  /** Part of a name; fewer than two letters ask for all. */
  readonly search: string
  readonly certified: boolean
}

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

/** What was found, and by which question. */
export interface FoundWallets {
  readonly key: string
  /** What was found. */
  readonly wallets: readonly ListedWallet[]
}

interface KeptAnswer {
  /** What was found before; the same question isn't asked again. */
  readonly found?: FoundWallets | undefined
  readonly onFound?: ((found: FoundWallets) => void) | undefined
}

/** The answer to a question, or the whole list. */
export function useWalletList(question: WalletQuestion | undefined, kept: KeptAnswer = {}): WalletList {
  const listed = useWalletPages()
  const answer = useWalletSearch(question, kept)
  return answer ? listOf(answer) : listed
}

type WalletAnswer =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'found'; readonly wallets: readonly ListedWallet[] }

/** Asks the directory; a newer question takes the place of the former. */
function useWalletSearch(
  question: WalletQuestion | undefined,
  { found, onFound }: KeptAnswer,
): WalletAnswer | undefined {
  const foyer = useFoyer()
  const key = question && JSON.stringify([question.search, question.certified])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found counts when the question is first asked
  const source = useMemo(() => {
    if (key === undefined) return noAnswer
    const [search, certified]: [string, boolean] = JSON.parse(key)
    let controller = new AbortController()
    const ask = () => {
      controller = new AbortController()
      const { signal } = controller
      answer.set({ status: 'loading' })
      searchWallets(foyer, { search, certified, signal }).then(
        (wallets) => {
          answer.set({ status: 'found', wallets })
          onFound?.({ key, wallets })
        },
        (error: unknown) => {
          if (signal.aborted || error instanceof AbortedError) return
          contextOf(foyer).report(error)
          answer.set({ status: 'failed', retry: ask })
        },
      )
    }
    const known: WalletAnswer = found?.key === key ? { status: 'found', wallets: found.wallets } : { status: 'loading' }
    const answer: ObservableValue<WalletAnswer> = observable<WalletAnswer>(known, () => {
      if (answer.get().status !== 'found') ask()
      return () => controller.abort()
    })
    return answer
  }, [foyer, key])
  return useObservable<WalletAnswer | undefined>(source)
}

const noAnswer = { get: () => undefined, subscribe: () => () => {} }

const nothing: readonly ListedWallet[] = []

function listOf(answer: WalletAnswer): WalletList {
  const wallets = answer.status === 'found' ? answer.wallets : nothing
  return {
    wallets,
    total: wallets.length,
    phase: answer.status === 'found' && wallets.length === 0 ? 'none' : answer.status,
    coming: answer.status === 'loading' ? outlines.first : 0,
    more: () => {},
    retry: answer.status === 'failed' ? answer.retry : undefined,
  }
}

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

  const retry = status === 'failed' ? more : undefined
  const complete = status === 'ready' && !hasMore
  const known = wallets.length
  if (complete || retry) {
    const phase = known > 0 ? 'found' : retry ? 'failed' : 'none'
    return { wallets, total: Math.max(known, retry ? count : 0), phase, coming: 0, more, retry }
  }
  const total = Math.max(known, count)
  const coming = arrived ? Math.min(outlines.further, Math.max(1, total - known)) : Math.max(1, outlines.first - known)
  return { wallets, total, phase: arrived ? 'found' : 'loading', coming, more, retry }
}
