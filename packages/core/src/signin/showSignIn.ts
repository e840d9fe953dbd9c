import type { FoyerContext } from '../context.js'
import { isSigningIn, withView } from '../view/modal.js'
import { currentRoute, opened } from '../view/viewState.js'

/** Shows the sign-in, whatever else is shown. */
export function showSignIn({ update }: Pick<FoyerContext, 'update'>): void {
  update((state) => withView(state, opened(state.view, { view: 'SIWXSignMessage' })))
}

export function isSignInShown({ store }: Pick<FoyerContext, 'store'>): boolean {
  const { view } = store.getState()
  return view.open && isSigningIn(currentRoute(view))
}
