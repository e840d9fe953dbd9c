import type { DirectoryState } from '@foyer/core/wallets'
import { useSyncExternalStore } from 'react'
import { useModal } from '../modalContext.js'

/** What is known of the operator's directory by now. It's asked once this has been painted; nobody is, where there is none. */
export function useDirectory(): DirectoryState {
  const { directory } = useModal()
  return useSyncExternalStore(directory.subscribe, directory.get)
}
