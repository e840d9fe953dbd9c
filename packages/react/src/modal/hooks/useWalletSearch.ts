import { AbortedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { type ListedWallet, searchWallets } from '@foyer/core/wallets'
import { useEffect, useReducer, useState } from 'react'
import { useModal } from '../modalContext.js'

/** What the visitor wants of the directory. */
export interface WalletQuestion {
  readonly search: string
  readonly certified: boolean
}

export type WalletAnswer =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly retry: () => void }
  | { readonly status: 'found'; readonly wallets: readonly ListedWallet[] }

/** What was found, and by which question. */
export interface FoundWallets {
  readonly key: string
  readonly wallets: readonly ListedWallet[]
}

interface FailedSearch {
  readonly key: string
  /** Which try it was. */
  readonly round: number
}

/**
 * Asks the directory; a newer question takes the place of the former. What was found last isn't asked for again.
 *
 * @param options.question undefined where nothing is asked
 */
export function useWalletSearch({
  question,
  found,
  onFound,
}: {
  readonly question: WalletQuestion | undefined
  /** What was found before the view was left. */
  readonly found: FoundWallets | undefined
  readonly onFound: (found: FoundWallets) => void
}): WalletAnswer | undefined {
  const { foyer } = useModal()
  const [round, again] = useReducer((count: number) => count + 1, 0)
  const [settled, setSettled] = useState<FoundWallets | FailedSearch | undefined>(found)
  const key = question && JSON.stringify([question.search, question.certified])
  const answer = settled?.key === key ? settled : undefined
  const isKnown = answer !== undefined && 'wallets' in answer
  useEffect(() => {
    if (key === undefined || isKnown) return
    const [search, certified]: [string, boolean] = JSON.parse(key)
    const controller = new AbortController()
    searchWallets(foyer, { search, certified, signal: controller.signal }).then(
      (wallets) => {
        setSettled({ key, wallets })
        onFound({ key, wallets })
      },
      (error: unknown) => {
        if (controller.signal.aborted || error instanceof AbortedError) return
        contextOf(foyer).report(error)
        setSettled({ key, round })
      },
    )
    return () => controller.abort()
  }, [foyer, key, round, isKnown, onFound])
  if (key === undefined) return undefined
  if (answer && 'wallets' in answer) return { status: 'found', wallets: answer.wallets }
  return answer?.round === round ? { status: 'failed', retry: again } : { status: 'loading' }
}
