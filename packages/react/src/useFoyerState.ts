import { type Family, type FoyerState, type NetworkId, networkIdOf } from '@foyer/core'
import { useSelect } from './useSelect.js'

/** What a host mostly asks of a kit's state. */
export interface KitState {
  /** The modal is open. */
  readonly open: boolean
  /** The modal shows something that the visitor must wait for. */
  readonly loading: boolean
  /** Wallets are listened for; false while the first page is rendered. */
  readonly started: boolean
  readonly networkId: NetworkId | undefined
  /** The active chain family. */
  readonly family: Family
}

/**
 * Follows the kit's state: the part that hosts mostly need, or whatever `select` picks.
 *
 * @throws ProviderMissingError outside of a `FoyerProvider`
 * @example
 * const { open } = useFoyerState()
 * const wallets = useFoyerState((state) => state.connectors.length)
 */
export function useFoyerState(): KitState
export function useFoyerState<T>(select: (state: FoyerState) => T): T
export function useFoyerState(select: (state: FoyerState) => unknown = kitState): unknown {
  return useSelect(select)
}

function kitState(state: FoyerState): KitState {
  const { view, started, family } = state
  return { open: view.open, loading: view.loading, started, networkId: networkIdOf(state), family }
}
