import { type ListedWallet, searchWallets } from '@foyer/core/wallets'
import { useEffect, useReducer, useState } from 'react'
import { useModal } from '../modalContext.js'
import { complaintOf } from './complaint.js'

/** What the visitor wants of the directory. */
export interface WalletQuestion {
  readonly search: string
  readonly certified: boolean
}

export type WalletAnswer =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'found'; readonly wallets: readonly ListedWallet[] }

interface Settled {
  readonly question: string
  readonly round: number
  /** Undefined where it failed. */
  readonly wallets: readonly ListedWallet[] | undefined
}

/** Asks the directory; a newer question takes the place of the former. Undefined where nothing is asked. */
export function useWalletSearch(question: WalletQuestion | undefined): WalletAnswer | undefined {
  const { foyer } = useModal()
  const [round, again] = useReducer((count: number) => count + 1, 0)
  const [settled, setSettled] = useState<Settled>()
  const key = question && JSON.stringify([question.search, question.certified])
  useEffect(() => {
    if (key === undefined) return
    const [search, certified]: [string, boolean] = JSON.parse(key)
    const controller = new AbortController()
    searchWallets(foyer, { search, certified, signal: controller.signal }).then(
      (wallets) => setSettled({ question: key, round, wallets }),
      (error: unknown) => {
        if (controller.signal.aborted || !complaintOf(error)) return
        foyer.context.report(error)
        setSettled({ question: key, round, wallets: undefined })
      },
    )
    return () => controller.abort()
  }, [foyer, key, round])
  if (key === undefined) return undefined
  if (settled?.question !== key || settled.round !== round) return { status: 'loading' }
  const { wallets } = settled
  return wallets ? { status: 'found', wallets } : { status: 'failed', retry: again }
}
