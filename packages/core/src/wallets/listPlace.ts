import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { Route } from '../state/viewState.js'
import { roomOf } from '../store/observable.js'
import type { FoundWallets } from './walletList.js'

/** The state in which the list of all wallets was left. */
export interface ListPlace {
  readonly search: string
  readonly certified: boolean
  /** The latest results. */
  readonly found?: FoundWallets | undefined
  /** The scroll offset, in CSS pixels, and the list that it belongs to. */
  readonly scrolled?: { readonly question: string; readonly top: number } | undefined
  /** The wallet that was chosen, by its id, or the code that any wallet scans. */
  readonly chosen?: { readonly walletId: string } | 'scan' | undefined
}

export interface KeptPlace {
  /** Returns the state in which the list was left, or the initial one. */
  readonly read: () => ListPlace
  readonly keep: (change: Partial<ListPlace>) => void
}

const beginning: ListPlace = { search: '', certified: false }

/** A kit's places, each there for as long as its entry in the modal's history. */
class ListPlaces {
  readonly of = new WeakMap<Route, ListPlace>()
}

/**
 * Keeps how the list is left beside its entry in the modal's history: a visitor who comes back to it finds it so, one who opens it anew begins at
 * the top.
 */
export function listPlace(foyer: Foyer, entry: Route): KeptPlace {
  const { of } = roomOf(contextOf(foyer), { Room: ListPlaces, kit: foyer })
  const read = () => of.get(entry) ?? beginning
  return { read, keep: (change) => void of.set(entry, { ...read(), ...change }) }
}
