import type { Foyer } from '../foyer.js'
import type { FoyerState } from '../store/state.js'
import { replace, reset } from '../view/navigate.js'
import { currentRoute, type ViewName, type ViewProps } from '../view/viewState.js'

export interface ShowReceiptParameters extends ViewProps<'Receipt'> {
  /** The view that sent it: nobody who has gone on to another is called back. */
  readonly from: ViewName
  /** It stands over the account; else in the place of the view that sent it. */
  readonly overAccount: boolean
}

/** Shows what becomes of a transaction where it was sent. @returns whether the visitor was still there */
export function showReceipt(
  foyer: Pick<Foyer, 'close' | 'store'>,
  { from, overAccount, ...receipt }: ShowReceiptParameters,
): boolean {
  const { view } = foyer.store.getState()
  if (!view.open || currentRoute(view).view !== from) return false
  const route = { view: 'Receipt', ...receipt } as const
  if (overAccount) reset(foyer, { view: 'Account' }, route)
  else replace(foyer, route)
  return true
}

/** Does the modal show the receipt of a transaction? Then nothing else has to say how it ended. */
export function isReceiptShown({ view }: Pick<FoyerState, 'view'>, hashes: readonly string[]): boolean {
  const route = currentRoute(view)
  // A payment's own view says how that ends.
  return view.open && (route.view === 'PayLoading' || (route.view === 'Receipt' && hashes.includes(route.hash)))
}
