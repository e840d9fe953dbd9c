import { currentRoute, type Foyer, type Route } from '@foyer/core'
import { AbortedError } from '@foyer/core/errors'
import { contextOf } from '@foyer/core/internal'
import { type ListedWallet, searchWallets } from '@foyer/core/wallets'
import { useEffect, useMemo, useReducer, useState } from 'react'
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

/** How the list of all wallets was left. */
export interface ListPlace {
  readonly search: string
  readonly certified: boolean
  /** What was found last. */
  readonly found?: FoundWallets | undefined
  /** How far which list was scrolled, in CSS pixels. */
  readonly scrolled?: { readonly question: string; readonly top: number } | undefined
  /** The wallet that was chosen, by its id, or the code that any wallet scans. */
  readonly chosen?: { readonly walletId: string } | 'scan' | undefined
}

export interface KeptPlace {
  /** How the list was left, or how it begins. */
  readonly read: () => ListPlace
  readonly keep: (change: Partial<ListPlace>) => void
}

const beginning: ListPlace = { search: '', certified: false }

/** A kit's places, each there for as long as its entry in the modal's history. */
class ListPlaces {
  readonly of = new WeakMap<Route, ListPlace>()
}

function placesOf(foyer: Foyer): ListPlaces {
  const { rooms } = contextOf(foyer)
  const present = rooms.get('listPlaces')
  if (present instanceof ListPlaces) return present
  const places = new ListPlaces()
  rooms.set('listPlaces', places)
  return places
}

/**
 * Keeps how the list is left beside its entry in the modal's history: who comes back to it finds it so, and who opens it anew begins
 * afresh.
 */
export function useListPlace(): KeptPlace {
  const { foyer, state } = useModal()
  const [entry] = useState(() => currentRoute(state.view))
  return useMemo(() => {
    const { of } = placesOf(foyer)
    const read = () => of.get(entry) ?? beginning
    return { read, keep: (change) => void of.set(entry, { ...read(), ...change }) }
  }, [foyer, entry])
}
