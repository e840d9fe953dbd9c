import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { Route } from '../state/viewState.js'
import { roomOf } from '../store/observable.js'
import { chooseAsset, typeAmount, typeRecipient } from './filling.js'

/** The entries of a kit's history whose form was filled in already: a visitor who comes back to one finds it as it was left. */
class FilledIn {
  readonly entries = new WeakSet<Route>()
}

/** Fills in what an entry of the modal's history was opened with, once a visit. */
export function fillIn(foyer: Foyer, entry: Route): void {
  const { entries } = roomOf(contextOf(foyer), { Room: FilledIn, kit: foyer })
  if (entry.view !== 'WalletSend' || entries.has(entry)) return
  entries.add(entry)
  const { asset, amount, to } = entry
  if (asset) chooseAsset(foyer, asset)
  if (amount !== undefined) typeAmount(foyer, amount)
  if (to !== undefined) typeRecipient(foyer, to)
}
