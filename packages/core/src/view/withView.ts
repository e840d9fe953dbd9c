import type { FoyerState } from '../store/state.js'
import type { ViewState } from './viewState.js'

/** The state with another view state. A word to the visitor ends with the modal that said it. */
export function withView(state: FoyerState, change: Partial<ViewState>): FoyerState {
  const view = { ...state.view, ...change }
  return { ...state, view, snackbar: view.open ? state.snackbar : undefined }
}
