import { type DirectoryState, idleDirectory, watchDirectory } from '@foyer/core/wallets'
import { useEffect, useState } from 'react'
import { useModal } from '../modalContext.js'

/** What is known of the operator's directory by now. It's asked once this has been painted; nobody is, where there is none. */
export function useDirectory(): DirectoryState {
  const { foyer } = useModal()
  const { api } = foyer.context
  const [directory, setDirectory] = useState<DirectoryState>({ ...idleDirectory, status: api ? 'loading' : 'ready' })
  useEffect(() => (api ? watchDirectory(foyer, setDirectory) : undefined), [foyer, api])
  return directory
}
