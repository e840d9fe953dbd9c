import type { Clock } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { isMobile } from '@foyer/core/platform'
import { push } from '@foyer/core/view'
import {
  installedFirst,
  isInAppBrowser,
  type ListedWallet,
  loadNextPage,
  preloadWalletImages,
  shortestSearch,
} from '@foyer/core/wallets'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useModal } from '../modalContext.js'
import { useChooseWallet } from './useChooseWallet.js'
import { useDirectory } from './useDirectory.js'
import { type ListPlace, useListPlace, useWalletSearch, type WalletAnswer } from './useWalletSearch.js'

/** How long typing must rest before it's asked for. */
const debounceMs = 500

/** Outlines before the first wallets are there, and after those that are. */
const outlines = { first: 16, further: 8 } as const

/** A list of wallets as far as it has come. */
export interface WalletList {
  readonly wallets: readonly ListedWallet[]
  /** How many there are in all. */
  readonly total: number
  readonly phase: 'loading' | 'found' | 'none' | 'failed'
  /** How many outlines say that more is on its way. */
  readonly coming: number
  /** The end of the list is in sight. */
  readonly more: () => void
  /** Where some didn't come. */
  readonly retry: (() => void) | undefined
}

export interface AllWallets {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly certified: boolean
  readonly setCertified: (certified: boolean) => void
  /** Only some were asked for. */
  readonly narrowed: boolean
  /** Takes back what narrows the list. */
  readonly showAll: () => void
  readonly list: WalletList
  /** Names the list: another one begins at its top. */
  readonly question: string
  /** Where the list begins, in CSS pixels from its top: there where the visitor left it. */
  readonly startAt: number
  readonly onScrolled: (top: number) => void
  /** What the visitor left by, where they come back. */
  readonly chosen: () => ListPlace['chosen']
  readonly choose: (wallet: ListedWallet) => void
  /** Offers the code that any wallet can scan; on phones, where no row does, but in no wallet's own browser. */
  readonly scan: (() => void) | undefined
}

/** Every wallet of the directory by pages, or those that the visitor looks for [S2.3]. */
export function useAllWallets(): AllWallets {
  const { foyer, state } = useModal()
  const { read, keep } = useListPlace()
  const [typed, setTyped] = useState(() => read().search)
  const [certified, setBadge] = useState(() => read().certified)
  const narrow = (change: { readonly search?: string; readonly certified?: boolean }) => {
    keep({ ...change, scrolled: undefined, chosen: undefined })
    if (change.search !== undefined) setTyped(change.search)
    if (change.certified !== undefined) setBadge(change.certified)
  }
  const letters = typed.trim()
  const wanted = letters.length < shortestSearch ? '' : letters
  const search = useDebounced({ value: wanted, ms: debounceMs, atOnce: wanted === '', clock: contextOf(foyer).clock })
  const answer = useWalletSearch({
    question: search || certified ? { search, certified } : undefined,
    found: read().found,
    onFound: useCallback((found) => keep({ found }), [keep]),
  })
  const listed = useWalletPages()
  const lead = useChooseWallet()
  const question = `${certified} ${search}`
  const { scrolled } = read()
  const scan = () => {
    keep({ chosen: 'scan' })
    push(foyer, { view: 'ConnectingWalletConnect' })
  }
  return {
    search: typed,
    setSearch: (next) => narrow({ search: next }),
    certified,
    setCertified(only) {
      narrow({ certified: only })
      if (only) contextOf(foyer).update(() => ({ snackbar: { variant: 'success', message: 'wallets.certifiedOnly' } }))
    },
    narrowed: answer !== undefined,
    showAll: () => narrow({ search: '', certified: false }),
    list: answer ? listOf(answer) : listed,
    question,
    startAt: scrolled?.question === question ? scrolled.top : 0,
    onScrolled: (top) => keep({ scrolled: { question, top } }),
    chosen: () => read().chosen,
    choose: useCallback(
      (wallet) => {
        keep({ chosen: { walletId: wallet.id } })
        lead(wallet)
      },
      [keep, lead],
    ),
    scan: isMobile() && !isInAppBrowser(state) ? scan : undefined,
  }
}

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

/** The whole list, as far as it has been scrolled: those that stand first, then page by page; installed ones before all. */
function useWalletPages(): WalletList {
  const { foyer, state } = useModal()
  const { status, featured, recommended, listed, count, hasMore } = useDirectory()
  const { connectors } = state
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

/** A value once it has stood still for a while, or at once where there's nothing to wait for. */
function useDebounced<T>({
  value,
  ms,
  atOnce,
  clock,
}: {
  readonly value: T
  readonly ms: number
  readonly atOnce: boolean
  readonly clock: Clock
}): T {
  const [settled, setSettled] = useState(value)
  if (atOnce && settled !== value) setSettled(value)
  useEffect(() => {
    if (value === settled) return
    return clock.setTimeout(() => setSettled(value), ms)
  }, [value, settled, ms, clock])
  return atOnce ? value : settled
}
