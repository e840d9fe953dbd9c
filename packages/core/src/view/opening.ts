import type { Family } from '../chain/ids.js'
import type { ResolvedOptions } from '../config/options.js'
import { isUnsupported } from '../store/selectors.js'
import type { FoyerState } from '../store/state.js'
import type { Route, ViewState } from './viewState.js'

// What opening and closing do to the modal's state: what changes nothing gives the very same state.

export const opened = (state: ViewState, route: Route): ViewState => ({
  ...state,
  open: true,
  history: [route],
  direction: 'next',
})

export const closed = (state: ViewState): ViewState =>
  state.open || state.loading ? { ...state, open: false, loading: false } : state

/** A closing that was refused [S4.20]. */
export const shaken = (state: ViewState): ViewState => ({ ...state, shakes: state.shakes + 1 })

/** Is the wallet where the dapp isn't, and may and must the visitor leave [S4.7 S4.8]? */
export function isStranded(
  state: FoyerState,
  {
    enableNetworkSwitch,
    allowUnsupportedChain,
  }: Pick<ResolvedOptions, 'enableNetworkSwitch' | 'allowUnsupportedChain'>,
  family?: Family | undefined,
): boolean {
  return enableNetworkSwitch && !allowUnsupportedChain && isUnsupported(state, family)
}
