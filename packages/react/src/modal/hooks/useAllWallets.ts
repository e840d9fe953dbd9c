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
import { useDebounced } from './useDebounced.js'
import { useDirectory } from './useDirectory.js'
import { useWalletSearch, type WalletAnswer } from './useWalletSearch.js'

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
  readonly choose: (wallet: ListedWallet) => void
  /** Offers the code that any wallet can scan; on phones, where no row does, but in no wallet's own browser. */
  readonly scan: (() => void) | undefined
}

/** Every wallet of the directory by pages, or those that the visitor looks for [S2.3]. */
export function useAllWallets(): AllWallets {
  const { foyer, state } = useModal()
  const [typed, setSearch] = useState('')
  const [certified, setCertified] = useState(false)
  const letters = typed.trim()
  const wanted = letters.length < shortestSearch ? '' : letters
  const search = useDebounced({ value: wanted, ms: debounceMs, atOnce: wanted === '', clock: foyer.context.clock })
  const answer = useWalletSearch(search || certified ? { search, certified } : undefined)
  const listed = useWalletPages()
  return {
    search: typed,
    setSearch,
    certified,
    setCertified(only) {
      setCertified(only)
      if (only) foyer.context.update(() => ({ snackbar: { variant: 'success', message: 'wallets.certifiedOnly' } }))
    },
    narrowed: answer !== undefined,
    showAll() {
      setSearch('')
      setCertified(false)
    },
    list: answer ? listOf(answer) : listed,
    question: `${certified} ${search}`,
    choose: useChooseWallet(),
    scan: isMobile() && !isInAppBrowser(state) ? () => push(foyer, { view: 'ConnectingWalletConnect' }) : undefined,
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
  const more = useCallback(() => void loadNextPage(foyer).catch(foyer.context.report), [foyer])

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
