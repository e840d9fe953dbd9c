import type { FoyerState } from '../store/state.js'
import type { ViewState } from './viewState.js'

/** The state with another view state. A word to the visitor ends with the modal that said it. */
export function withView(state: FoyerState, view: ViewState): FoyerState {
  return view === state.view ? state : { ...state, view, snackbar: view.open ? state.snackbar : undefined }
}
