import type { Clock } from '@foyer/core'
import { shakeMs } from '@foyer/core/view'
import { useEffect, useState } from 'react'

/** A refused closing shakes for half a second; one that comes meanwhile makes it begin no second time [S4.20 S9.32]. */
export function useShaking({ shakes, clock }: { readonly shakes: number; readonly clock: Clock }): boolean {
  const [settled, setSettled] = useState(shakes)
  const shaking = shakes !== settled
  useEffect(() => {
    if (!shaking) return
    return clock.setTimeout(() => setSettled(shakes), shakeMs)
  }, [shaking, shakes, clock])
  return shaking
}
