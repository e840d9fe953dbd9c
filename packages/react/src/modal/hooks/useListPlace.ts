import { currentRoute, type Foyer, type Route } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { useMemo, useState } from 'react'
import { useModal } from '../modalContext.js'
import type { FoundWallets } from './useWalletSearch.js'

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
