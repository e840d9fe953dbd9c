import type { Clock } from '@foyer/core'
import { useEffect, useState } from 'react'

/** Whether a time has passed since this was first drawn. */
export function useElapsed({ clock, ms }: { readonly clock: Clock; readonly ms: number }): boolean {
  const [elapsed, setElapsed] = useState(false)
  useEffect(() => clock.setTimeout(() => setElapsed(true), ms), [clock, ms])
  return elapsed
}
