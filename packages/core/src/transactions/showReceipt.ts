import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { PlainSentenceKey } from '../messages/sentences.js'
import type { FoyerState } from '../store/state.js'
import { replace, reset } from '../view/navigate.js'
import { currentRoute, type ViewName, type ViewProps } from '../view/viewState.js'

export interface ShowReceiptParameters extends ViewProps<'Receipt'> {
  /** The view that sent it: nobody who has gone on to another is called back. Undefined where it shows something else by now. */
  readonly from: ViewName | undefined
  /** It stands over the account; else in the place of the view that sent it. */
  readonly overAccount: boolean
  /** What is said in the modal to a visitor who has gone on. */
  readonly otherwise?: PlainSentenceKey | undefined
}

/** Shows what becomes of a transaction where it was sent. @returns whether the visitor was still there */
export function showReceipt(
  foyer: Pick<Foyer, 'close' | 'store'>,
  { from, overAccount, otherwise, ...receipt }: ShowReceiptParameters,
): boolean {
  const { view } = foyer.store.getState()
  if (!view.open || currentRoute(view).view !== from) {
    if (view.open && otherwise)
      contextOf(foyer).update(() => ({ snackbar: { variant: 'success', message: otherwise } }))
    return false
  }
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
