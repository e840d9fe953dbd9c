import { knownDirectory } from '@foyer/core/internal'
import type { DirectoryState } from '@foyer/core/wallets'
import { useFoyer } from '../kit.js'
import { useObservable } from '../useObservable.js'

/** What is known of the operator's directory by now. It is asked once this has been painted; without a directory nothing is asked. */
export function useDirectory(): DirectoryState {
  return useObservable(knownDirectory(useFoyer()))
}
