import { type DirectoryState, watchDirectory } from '@foyer/core/wallets'
import { useEffect, useState } from 'react'
import { useModal } from '../modalContext.js'

/** What is known of the operator's directory by now; undefined before anything is. It's asked once this has been painted. */
export function useDirectory(): DirectoryState | undefined {
  const { foyer } = useModal()
  const [directory, setDirectory] = useState<DirectoryState>()
  useEffect(() => watchDirectory(foyer, setDirectory), [foyer])
  return directory
}
