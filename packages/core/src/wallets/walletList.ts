import type { ListedWallet } from '../connector/listedWallet.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import { type Observable, type ObservableValue, observable } from '../store/observable.js'
import { searchWallets } from './askDirectory.js'
import type { DirectoryState } from './directoryState.js'

/** Outlines before the first wallets are there, and after those that are. */
const outlines = { first: 16, further: 8 } as const

/** A list of wallets as far as it has come. */
export interface WalletList {
  /** The found wallets. */
  readonly wallets: readonly ListedWallet[]
  /** The number of wallets on all pages. */
  readonly total: number
  /** The phase of the search. */
  readonly phase: 'loading' | 'found' | 'none' | 'failed'
  /** The number of outlines that say that more is on its way. */
  readonly coming: number
  /** Asks for the next page: the end of the list is in sight. */
  readonly more: () => void
  /** Asks again, where some didn't come. */
  readonly retry: (() => void) | undefined
}

/** The visitor's query of the directory. */
export interface WalletQuestion {
  /** Part of a name; fewer than two letters ask for all. */
  readonly search: string
  readonly certified: boolean
}

/** The found wallets, and by which question. */
export interface FoundWallets {
  readonly key: string
  /** The found wallets. */
  readonly wallets: readonly ListedWallet[]
}

export interface KeptAnswer {
  /** The earlier results; the same question isn't asked again. */
  readonly found?: FoundWallets | undefined
  readonly onFound?: ((found: FoundWallets) => void) | undefined
}

export type WalletAnswer =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'found'; readonly wallets: readonly ListedWallet[] }

/** Asks the directory for what was looked for, once there is a subscriber; what was found before isn't asked again. */
export function searchedWallets(
  foyer: Foyer,
  { search, certified, found, onFound }: WalletQuestion & KeptAnswer,
): Observable<WalletAnswer> {
  const key = questionKey({ search, certified })
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
}

const questionKey = ({ search, certified }: WalletQuestion): string => JSON.stringify([search, certified])

const nothing: readonly ListedWallet[] = []

/** Pure: an answer as a list shows it. */
export function answerList(answer: WalletAnswer): WalletList {
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

/** Pure: the whole list as far as it has been asked for, as it is shown. */
export function directoryList({
  status,
  hasMore,
  count,
  hasListed,
  wallets,
  more,
}: Pick<DirectoryState, 'status' | 'hasMore' | 'count'> & {
  /** A page has come. */
  readonly hasListed: boolean
  readonly wallets: readonly ListedWallet[]
  readonly more: () => void
}): WalletList {
  const retry = status === 'failed' ? more : undefined
  const known = wallets.length
  if (retry || (status === 'ready' && !hasMore)) {
    const phase = known > 0 ? 'found' : retry ? 'failed' : 'none'
    return { wallets, total: Math.max(known, retry ? count : 0), phase, coming: 0, more, retry }
  }
  const total = Math.max(known, count)
  const coming = hasListed
    ? Math.min(outlines.further, Math.max(1, total - known))
    : Math.max(1, outlines.first - known)
  return { wallets, total, phase: hasListed ? 'found' : 'loading', coming, more, retry }
}
