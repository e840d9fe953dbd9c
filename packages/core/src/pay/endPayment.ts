import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { push } from '../view/navigate.js'
import { currentRoute } from '../view/viewState.js'
import { type PayRun, payRoomOf } from './payRoom.js'
import type { PayEnd } from './payState.js'

/** How long a completed payment is shown. */
const shownMs = 3000

/** Shows the payment that has started, where the visitor chose it in the modal. */
export function showPayment(foyer: Foyer): void {
  if (isShown({ foyer, view: 'Pay' })) push(foyer, { view: 'PayLoading' })
}

/** Ends a payment. A completed one is shown for 3 s, then the modal closes by itself; a failed one waits for the visitor. */
export function endPayment({
  foyer,
  run: { id, signal },
  end,
  hash,
}: {
  readonly foyer: Foyer
  readonly run: PayRun
  readonly end: PayEnd
  readonly hash?: string | undefined
}): void {
  const { dispatch } = payRoomOf(foyer)
  dispatch({ type: 'ended', id, end, hash })
  if (end.status !== 'completed') return
  const { clock } = contextOf(foyer)
  const cancel = clock.setTimeout(() => {
    const isLast = payRoomOf(foyer).state.get().payment?.id === id
    if (isLast && isShown({ foyer, view: 'PayLoading' })) foyer.close()
  }, shownMs)
  signal.addEventListener('abort', cancel, { once: true })
}

function isShown({ foyer, view: name }: { readonly foyer: Foyer; readonly view: 'Pay' | 'PayLoading' }): boolean {
  const { view } = foyer.store.getState()
  return view.open && currentRoute(view).view === name
}
