import { useMemo } from 'react'
import { type Kit, useKit } from './kit.js'
import { type Followed, useObservable } from './useObservable.js'

/**
 * Follows what a presenter makes of the kit.
 *
 * @param present - the same function for as long as it presents the same
 */
export function usePresented<T>(present: (kit: Kit) => Followed<T>): T {
  const kit = useKit()
  const source = useMemo(() => present(kit), [kit, present])
  return useObservable(source)
}
